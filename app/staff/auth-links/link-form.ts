import type { AlertState } from "#app/ui/alert.tsx";
import { linkMessages } from "./links.messages.ts";

/** What the form behind a link shows once more, where it was not taken. */
export type LinkFormState<Field extends string> = {
  alert?: AlertState;
  values?: Partial<Record<Field, string>>;
  errors?: Partial<Record<Field, string>>;
};

/** What can be wrong with any of them, and the status that goes with it. The page itself says that its link has ended. */
const refusals = {
  "link-over": { status: 404 },
  "too-many": { status: 429, alert: { text: linkMessages["too-many"] } },
  busy: { status: 503, alert: { text: linkMessages.busy } },
} as const;

/** @returns the state of the form, and its status, for `data()` */
export function refusedLink(reason: keyof typeof refusals): [{ alert?: AlertState }, { status: number }] {
  const { status, ...state } = refusals[reason];
  return [state, { status }];
}

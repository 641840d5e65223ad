import { formPaths } from "#app/pages/form-paths.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";

/** The path of the page that shows the outcome of a sign-up. */
export const confirmationPaths = {
  seat: formPaths.eventRegistered,
  waiting: formPaths.eventWaitingList,
  "next-date": formPaths.eventNextDate,
} as const satisfies Record<SignUpOutcome, string>;

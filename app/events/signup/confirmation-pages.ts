import { formPaths } from "#app/pages/form-paths.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";

/** The path of the page that shows the outcome of a sign-up. */
export const confirmationPaths = {
  seat: formPaths.eventRegistered,
  waiting: formPaths.eventWaitingList,
  "next-date": formPaths.eventNextDate,
} as const satisfies Record<SignUpOutcome, string>;

/**
 * The path of the page that shows the outcome.
 * @param eventId the event, if there are several; undefined for the only one
 */
export function confirmationPath(outcome: SignUpOutcome, eventId: string | undefined): string {
  const path = confirmationPaths[outcome];
  return eventId === undefined || outcome === "next-date" ? path : `${path}/${eventId}`;
}

/** The path of the page that asks to confirm the mailbox. @param eventId as for `confirmationPath` */
export function checkEmailPath(eventId: string | undefined): string {
  return eventId === undefined ? formPaths.checkEmailForEvent : `${formPaths.checkEmailForEvent}-${eventId}`;
}

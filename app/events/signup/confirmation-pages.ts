import { pages } from "#app/pages/registry.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";

/** The page that says what a sign-up has brought. */
export const confirmationPages = {
  seat: pages.eventRegistered,
  waiting: pages.eventWaitingList,
  "next-date": pages.eventNextDate,
} as const satisfies Record<SignUpOutcome, { path: string }>;

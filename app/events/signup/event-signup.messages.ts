import type { SignUpOutcome } from "./sign-up-outcome.ts";

/** Specification section 9. */
export const minimumNameLength = 2;

/** What to write as questions: for an event, or where there is none to ask them at. */
export const questionsHints = {
  event: "For the hosts, who answer as many as time allows",
  nextDate: "Something you would like answered",
} as const;

/** What stands beside a field that can't be used as it is (specification section 5). */
export const eventSignupFieldMessages = {
  nameTooShort: `Name must be at least ${minimumNameLength} characters`,
} as const;

export type Notice = { title: string; description: string };

/** The notices of specification section 8, and ours beside them. */
export const eventSignupNotices = {
  failed: (message: string): Notice => ({
    title: "Registration Failed",
    description: `Error: ${message}. Please try again or contact support.`,
  }),
  /** Something is wrong with a field; nothing was sent. */
  invalid: {
    title: "Please look at the marked fields",
    description: "One or more of them can’t be used as they are.",
  },
} as const;

/** What the confirmation says. It is true for whoever sees it, whether the address was known or not. */
export const outcomeMessages = {
  seat: {
    title: "Registration Successful!",
    // The two sentences are quoted from specification sections 8 and 2.
    description: "You'll receive LinkedIn Live details via email shortly.",
    more: "The event link and a calendar invite arrive by e-mail within 24 hours, as a rule within a minute.",
  },
  waiting: {
    title: "You are on the waiting list",
    description: "All seats are taken at this moment. We will confirm your place on the list by e-mail.",
    more: "When a seat opens up, it goes to whoever has waited longest, and we send the link to join by e-mail.",
  },
  "next-date": {
    title: "We will tell you the next date",
    description: "No seat can be taken at this moment. We will confirm by e-mail.",
    more: "When the next event is set, you get one e-mail with its date, unless you have stopped such e-mails. It does not reserve a seat.",
  },
} as const satisfies Record<SignUpOutcome, Notice & { more: string }>;

/** What went wrong, as the notice `failed` quotes it: no capital, no full stop. */
export const failureReasons = {
  noConnection: "the connection was lost before an answer came",
  noAnswer: "there was no answer in time",
  unavailable: "we cannot reach our records just now",
  tooLarge: "that was longer than we accept",
  internal: "something went wrong on our side",
} as const;

/** Specification section 2. */
export const submitLabel = "Reserve My Spot";
export const submittingLabel = "Registering...";

import type { SignUpOutcome } from "./sign-up-outcome.ts";

/** Specification section 9. */
export const minimumNameLength = 2;

/** The hints for the questions field, with and without an event. */
export const questionsHints = {
  event: "The hosts will answer as many as time allows.",
  nextDate: "What would you like to ask?",
} as const;

/** Validation errors of fields (specification section 5). */
export const eventSignupFieldMessages = {
  nameTooShort: `Name must be at least ${minimumNameLength} characters`,
  noSuchEvent: "We couldn’t find that event. Reload the page to see current dates",
  eventClosed: "Sign-up for this event is closed. Reload the page to see current dates",
} as const;

export type Notice = { title: string; description: string };

/** Notices; some are quoted from specification section 8. */
export const eventSignupNotices = {
  failed: (message: string): Notice => ({
    title: "Registration Failed",
    description: `Error: ${message}. Please try again or contact support.`,
  }),
  /** The form is displayed again for another event. */
  eventClosed: {
    title: "That event is no longer open",
    description:
      "You are not signed up yet. Your entries are kept. Check the new date, then press the button to sign up for it.",
  },
  /** A field is invalid; nothing was sent. */
  invalid: {
    title: "Please check the highlighted fields",
    description: "Each one says what to change. Your other entries are unchanged.",
  },
} as const;

/** The confirmation, which is true for known and unknown addresses. */
export const outcomeMessages = {
  // Quoted from specification section 8.
  seat: {
    title: "Registration Successful!",
    description: "You'll receive LinkedIn Live details via email shortly.",
  },
  waiting: {
    title: "You are on the waiting list",
    description: "All seats are taken. We’ll email you to confirm your waiting-list position.",
  },
  "next-date": {
    title: "We’ll notify you about the next event",
    description: "Seats are not available right now. We’ll confirm your request by email.",
  },
} as const satisfies Record<SignUpOutcome, Notice>;

/** The reasons that the notice `failed` quotes, without a capital letter or a period. */
export const failureReasons = {
  noConnection: "we lost the connection",
  noAnswer: "the server did not respond in time",
  unavailable: "our database is unavailable",
  tooLarge: "the text is too long",
  internal: "something went wrong on our side",
} as const;

/** Specification section 2. */
export const submitLabel = "Reserve My Spot";
export const submittingLabel = "Registering...";

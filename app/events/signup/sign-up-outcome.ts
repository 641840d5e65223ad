/**
 * The result that a sign-up displays. It depends only on the state of the event and never on whether the email address was known, so that
 * a stranger cannot learn who attends. The confirmation email has the details.
 */
export type SignUpOutcome = "seat" | "waiting" | "next-date";

import { practice } from "#content/practice.ts";

/** A refusal by a limit. */
export type LimitRefusal = { reason: "too-many" | "at-capacity"; retryAfterSeconds: number };

const tooManyTitle = "Too many submissions from your network";

/** When a limit of the sender's network permits forms again. The limits count ten minutes or a day. */
function describeWait(retryAfterSeconds: number): string {
  if (retryAfterSeconds <= 10 * 60) return "Please wait ten minutes and submit your form again";
  return `Please try again ${retryAfterSeconds <= 3_600 ? "in an hour" : "tomorrow"}`;
}

/** The response to a submission that was refused by a rate limit of its network. */
export const tooManyMessage = (retryAfterSeconds: number): string =>
  `${tooManyTitle}. ${describeWait(retryAfterSeconds)}, or call us at ${practice.phone.display}.`;

/** The response to a submission over the site-wide limit. Other senders caused it, so it does not mention the sender's network. */
export const atCapacityMessage = (): string =>
  `We received more forms than we can accept this hour. Please try again in an hour, or call us at ${practice.phone.display}.`;

/** The notice above a form that was refused by the site-wide limit. */
const atCapacityNotice = {
  title: "We received more forms than we can accept this hour",
  get description() {
    return `Please try again in an hour, or call us at ${practice.phone.display}. Everything you typed is still here.`;
  },
} as const;

/** The notice above a form that was refused by a limit. */
export function limitNotice({ reason, retryAfterSeconds }: LimitRefusal) {
  if (reason === "at-capacity") return atCapacityNotice;
  const description = `${describeWait(retryAfterSeconds)}, or call us at ${practice.phone.display}. Everything you typed is still here.`;
  return { title: tooManyTitle, description };
}

/** The label of the honeypot, for people who reach it anyway. */
export const trapLabel = "Leave this field blank";

import { practice } from "#content/practice.ts";

/** The notice above a form that was refused by the rate limit of its network. */
export const tooManyNotice = {
  title: "Too many forms from your network",
  get description() {
    return `Please wait ten minutes and send it again, or call us at ${practice.phone.display}. Everything you typed is still here.`;
  },
} as const;

/** The response to a submission over the site-wide limit. Other senders caused it, so it does not mention the sender's network. */
export const atCapacityMessage = (): string =>
  `We received more forms than we can accept this hour. Please try again in an hour, or call us at ${practice.phone.display}.`;

/** The notice above a form that was refused by the site-wide limit. */
export const atCapacityNotice = {
  title: "We received more forms than we can accept this hour",
  get description() {
    return `Please try again in an hour, or call us at ${practice.phone.display}. Everything you typed is still here.`;
  },
} as const;

/** Notices above a form that was refused by a limit. */
export const limitNotices = { "too-many": tooManyNotice, "at-capacity": atCapacityNotice } as const;

/** The label of the honeypot, for people who reach it anyway. */
export const trapLabel = "Leave this field blank";

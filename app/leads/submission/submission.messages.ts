import { practice } from "#content/practice.ts";

/** Above a form that was refused because its network sent too many. */
export const tooManyNotice = {
  title: "Too many forms from your network",
  description: `Please wait ten minutes and send it again, or call us at ${practice.phone.display}. Everything you typed is still here.`,
} as const;

/** The label of the honeypot, for people who come across it all the same. */
export const trapLabel = "Please leave this empty";

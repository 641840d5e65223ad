import { practice } from "#content/practice.ts";

/** The notice above a form that was refused by the rate limit of its network. */
export const tooManyNotice = {
  title: "Too many forms from your network",
  description: `Please wait ten minutes and send it again, or call us at ${practice.phone.display}. Everything you typed is still here.`,
} as const;

/** The label of the honeypot, for people who reach it anyway. */
export const trapLabel = "Please leave this empty";

import { maximumLength } from "#app/platform/limits.ts";

/** Errors of the fields of messages. */
export const fieldErrors = {
  missingText: "Please enter the message",
  textTooLong: `Please use at most ${maximumLength.eventMessage.toLocaleString("en-US")} characters`,
  invisibleCharacters: "Please remove invisible characters",
  missingLink: "Please enter the link",
  linkTooLong: `Please use at most ${maximumLength.url.toLocaleString("en-US")} characters`,
  invalidLink: "Please enter a full address that starts with https://",
} as const;

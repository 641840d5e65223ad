import type { LetterContent } from "#app/mail/letter.ts";
import { practice } from "#content/practice.ts";
import { aboutAnAccount, lastDayOf, momentOf, roleWords } from "./letter-words.ts";

/** To every owner: somebody asked for an account and has shown that the address is theirs. */
export function waitingLetter({ email, teamUrl }: { email: string; teamUrl: string }): LetterContent {
  return {
    ...aboutAnAccount,
    subject: "Somebody waits for approval",
    preview: "An account was asked for. It opens nothing until an owner approves it.",
    heading: "Somebody waits for approval",
    blocks: [
      "An account for the staff area was asked for, and its address is confirmed. It opens nothing until an owner approves it.",
      { facts: [["E-mail", email]] },
      { button: { label: "Approve or decline", url: teamUrl } },
      "Approve only whom you know: who has the role of an owner or of staff reads what leads have told us.",
    ],
  };
}

/** To somebody who was let in. */
export function approvedLetter({
  role,
  roleEndsAt,
  isConfirmed,
  signInUrl,
}: {
  role: string;
  roleEndsAt: Date | null;
  isConfirmed: boolean;
  signInUrl: string;
}): LetterContent {
  return {
    ...aboutAnAccount,
    subject: "Your account is approved",
    preview: "You can sign in.",
    heading: "Your account is approved",
    blocks: [
      `Your account in the staff area of ${practice.firmName} is approved: you have the role of ${roleWords(role)}${roleEndsAt === null ? "" : ` until ${lastDayOf(roleEndsAt)}`}.`,
      ...(isConfirmed
        ? []
        : [
            "Your address is still to be confirmed: open the link in the e-mail that you got at sign-up first.",
          ]),
      { button: { label: "Sign in", url: signInUrl } },
    ],
  };
}

/** To whoever has the account: how they get in was changed. */
export function changedLetter({
  change,
  at,
  browser,
  resetUrl,
}: {
  /** As a sentence without its end. */
  change: string;
  at: Date;
  browser: string | undefined;
  resetUrl: string;
}): LetterContent {
  return {
    ...aboutAnAccount,
    subject: change,
    preview: "If it was you, there is nothing to do.",
    heading: change,
    blocks: [
      { facts: [["When", momentOf(at)], ...(browser === undefined ? [] : [["Where", browser] as const])] },
      "If it was you, there is nothing to do.",
      {
        link: {
          before: "If it was not you, ",
          label: "set a new password",
          url: resetUrl,
          after: ` at once, which signs everybody out, and tell an owner of ${practice.firmName}, or call ${practice.phone.display}.`,
        },
      },
    ],
  };
}

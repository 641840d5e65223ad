import type { EmailBlock, EmailContent } from "#app/email/rendering/email-content.ts";
import { practice } from "#content/practice.ts";
import {
  type AccountChange,
  accountChanges,
  type Advice,
} from "#app/identity/account-changes/account-changes.ts";
import { aboutAnAccount, lastDayOf, momentOf, roleWords } from "./account-email-wording.ts";

/** To every owner: somebody asked for an account and has shown that the address is theirs. */
export function accountWaitingEmail({ email, teamUrl }: { email: string; teamUrl: string }): EmailContent {
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
export function accountApprovedEmail({
  role,
  roleEndsAt,
  isConfirmed,
  signInUrl,
}: {
  role: string;
  roleEndsAt: Date | null;
  isConfirmed: boolean;
  signInUrl: string;
}): EmailContent {
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
export function changedLetter(input: ChangedLetterInput): EmailContent {
  const { change, at, isByOthers, browser } = input;
  const { says, advice } = accountChanges[change];
  const facts = [
    ["When", momentOf(at)],
    ...(browser === undefined ? [] : [["Where", browser] as const]),
  ] as const;
  const preview = isByOthers ? "You were signed out everywhere." : "If it was you, there is nothing to do.";
  return {
    ...aboutAnAccount,
    subject: says,
    preview,
    heading: says,
    blocks: [{ facts }, ...(isByOthers ? byOthers(input) : [preview, ...adviceBlocks[advice](input)])],
  };
}

type ChangedLetterInput = {
  change: AccountChange;
  at: Date;
  /** Not by the account itself: by an owner, or from the shell. */
  isByOthers: boolean;
  browser: string | undefined;
  resetUrl: string;
  accountUrl: string;
};

type Urls = Pick<ChangedLetterInput, "resetUrl" | "accountUrl">;

const whomToTell = `tell an owner of ${practice.firmName} at once, or call ${practice.phone.display}`;

/** What to do where it was not the account's owner, by what was changed. */
const adviceBlocks: Record<Advice, (urls: Urls) => EmailContent["blocks"]> = {
  "new-password": ({ resetUrl }) => [
    newPassword(resetUrl, "If it was not you, ", ` at once, which signs everybody out, and ${whomToTell}.`),
  ],
  "new-codes": ({ resetUrl, accountUrl }) => [
    newPassword(resetUrl, "If it was not you, ", " at once, which signs everybody out."),
    toAccount(accountUrl, "Then sign in, make new recovery codes under ", `, and ${whomToTell}.`),
  ],
  "remove-passkey": ({ resetUrl, accountUrl }) => [
    toAccount(
      accountUrl,
      "If it was not you, sign in and remove the passkey under ",
      " at once: whoever has it gets in without a password, even after you set a new one.",
    ),
    newPassword(resetUrl, "Then ", `, which signs everybody out, and ${whomToTell}.`),
  ],
  "ask-owner": ({ resetUrl }) => [
    `If it was not you, ${whomToTell}: it can be taken away for you. Until then its codes are asked for when you sign in, and a new password does not change that.`,
    newPassword(resetUrl, "Then ", ", which signs everybody out."),
  ],
};

/** Of all changes others make this one alone. */
function byOthers({ accountUrl }: Urls): EmailContent["blocks"] {
  return [
    `An owner of ${practice.firmName}, or whoever runs its server, took it away together with its recovery codes, and signed you out everywhere.`,
    toAccount(
      accountUrl,
      "Your password alone now opens your account. Please sign in and set up an authenticator app again under ",
      ".",
    ),
    `If you did not ask for it, ${whomToTell}: somebody may have asked in your name.`,
  ];
}

function newPassword(url: string, before: string, after: string): EmailBlock {
  return { link: { before, label: "set a new password", url, after } };
}

function toAccount(url: string, before: string, after: string): EmailBlock {
  return { link: { before, label: "Account", url, after } };
}

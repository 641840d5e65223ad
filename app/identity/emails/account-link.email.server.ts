import type { OpenLink } from "#app/identity/links/one-time-links.server.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { practice } from "#content/practice.ts";
import { aboutAnAccount, lastDayOf, momentOf, roleWords } from "./account-email-wording.ts";

export type AccountLinkEmailInput = {
  /** Secret: whoever has it can use it. */
  url: string;
  expiresAt: Date;
};

/** To whoever asked for an account, or whose address somebody else typed. */
export function confirmAddressEmail(
  _link: OpenLink,
  { url, expiresAt }: AccountLinkEmailInput,
): EmailContent {
  return {
    ...aboutAnAccount,
    subject: "Confirm your e-mail address",
    preview: "One step is left before your request can be looked at.",
    heading: "Confirm your e-mail address",
    blocks: [
      `Somebody, most likely you, has asked for an account in the staff area of ${practice.firmName} with this address.`,
      { button: { label: "Confirm this address", url } },
      `The page asks for the password that was chosen at sign-up. Then an owner looks at the request; until it is approved, the account opens nothing. The link works once, until ${momentOf(expiresAt)}.`,
      "If it was not you, ignore this e-mail: an account that nobody confirms goes after 30 days.",
    ],
  };
}

/** To whoever forgot a password, or whose address somebody else typed. */
export function resetPasswordEmail(_link: OpenLink, { url, expiresAt }: AccountLinkEmailInput): EmailContent {
  return {
    ...aboutAnAccount,
    subject: "Set a new password",
    preview: `The link works once, until ${momentOf(expiresAt)}.`,
    heading: "Set a new password",
    blocks: [
      `Somebody, most likely you, has asked to set a new password for the account with this address in the staff area of ${practice.firmName}.`,
      { button: { label: "Set a new password", url } },
      `The link works once, until ${momentOf(expiresAt)}. A new password signs you out everywhere.`,
      "If it was not you, ignore this e-mail: nothing has changed, and whoever does not have this e-mail cannot use it.",
    ],
  };
}

/** To somebody whom an owner wants to let in. */
export function invitationEmail(link: OpenLink, { url, expiresAt }: AccountLinkEmailInput): EmailContent {
  const { inviterName, role, roleEndsAt } = link;
  return {
    ...aboutAnAccount,
    subject: `Your invitation to the staff area of ${practice.firmName}`,
    preview: `The link works once, until ${momentOf(expiresAt)}.`,
    heading: "You are invited",
    blocks: [
      `${inviterName ?? "An owner"} invites you to the staff area of ${practice.firmName}, as ${roleWords(role)}${roleEndsAt === null ? "" : ` until ${lastDayOf(roleEndsAt)}`}.`,
      { button: { label: "Make your account", url } },
      `You choose a name and a password there. The link works once, until ${momentOf(expiresAt)}; whoever invited you can send another.`,
      `If you do not know why you were invited, ignore this e-mail, or ask us at ${practice.phone.display}.`,
    ],
  };
}

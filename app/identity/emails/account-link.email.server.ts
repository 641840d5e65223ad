import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkKind } from "#app/data/schema/staff.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { sampleId, samplePerson } from "#app/email/definition/sample-person.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { findOpenLink, type OpenLink } from "#app/identity/links/one-time-links.server.ts";
import { practice } from "#content/practice.ts";
import { describeRole, formatRoleEnd, formatTime } from "./account-email-facts.ts";

type LinkEmailKind = "account-confirm" | "account-reset" | "account-invitation";

/**
 * Defines an email with a one-time link. The link is derived when the email is sent and is not stored: the token is a secret of the
 * content.
 */
function defineLinkEmail<Kind extends LinkEmailKind>(definition: {
  kind: Kind;
  link: LinkKind;
  render(link: OpenLink, url: string): EmailContent;
}) {
  const { kind, link: linkKind, render } = definition;
  return defineEmail({
    kind,
    async load({ db, keys }: { db: Kysely<Database>; keys: Pick<IdentityKeys, "linkToken"> }, id) {
      const link = await findOpenLink(db, linkKind, id);
      return link === undefined ? undefined : { link, token: keys.linkToken(linkKind, id) };
    },
    render: ({ link, token }, { siteUrl }) => ({
      ...render(link, `${siteUrl}${accountPaths[linkKind]}/${token}`),
      secrets: [token],
    }),
    samples: [{ input: { link: sampleLink, token: "sample" } }],
  });
}

const sampleLink: OpenLink = {
  id: sampleId,
  email: samplePerson.email,
  accountId: null,
  role: "examiner",
  roleEndsAt: new Date("2030-03-01T06:00:00Z"),
  inviterName: "Sample Owner",
  expiresAt: new Date("2030-01-21T16:00:00Z"),
};

/** Anyone can type any address, so the email says why it was sent. */
export const confirmAddressEmail = defineLinkEmail({
  kind: "account-confirm",
  link: "confirm",
  render: ({ expiresAt }, url) => ({
    subject: "Confirm your email address",
    preview: "One more step before we can review your request.",
    heading: "Confirm your email address",
    blocks: [
      `You (or someone using your address) requested an account in the staff area of ${practice.firmName}.`,
      { button: { label: "Confirm this address", url } },
      `The page asks for the password that you chose when you signed up. An owner then reviews the request, and you can use the account after it is approved. The link works once and expires ${formatTime(expiresAt)}.`,
      "If this wasn’t you, ignore this email. We delete accounts that aren’t confirmed within 30 days.",
    ],
  }),
});

export const resetPasswordEmail = defineLinkEmail({
  kind: "account-reset",
  link: "reset",
  render: ({ expiresAt }, url) => ({
    subject: "Set a new password",
    preview: `The link works once and expires ${formatTime(expiresAt)}.`,
    heading: "Set a new password",
    blocks: [
      `You (or someone using your address) asked to reset the password of your account in the staff area of ${practice.firmName}.`,
      { button: { label: "Set a new password", url } },
      `The link works once and expires ${formatTime(expiresAt)}. A new password signs you out on all devices.`,
      "If this wasn’t you, ignore this email. Nothing has changed, and only someone who has this email can use the link.",
    ],
  }),
});

export const invitationEmail = defineLinkEmail({
  kind: "account-invitation",
  link: "invite",
  render: ({ inviterName, role, roleEndsAt, expiresAt }, url) => ({
    subject: `Your invitation to the staff area of ${practice.firmName}`,
    preview: `The link works once and expires ${formatTime(expiresAt)}.`,
    heading: "You’re invited",
    blocks: [
      `${inviterName ?? "An owner"} invites you to the staff area of ${practice.firmName}, as ${describeRole(role)}${formatRoleEnd(roleEndsAt)}.`,
      { button: { label: "Create your account", url } },
      `You’ll choose a name and a password there. The link works once and expires ${formatTime(expiresAt)}. If it expires, ask for another invitation.`,
      `If you don’t know why you were invited, ignore this email, or call us at ${practice.phone.display}.`,
    ],
  }),
});

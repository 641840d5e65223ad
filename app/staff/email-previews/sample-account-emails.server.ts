import { type AccountChange, accountChanges } from "#app/identity/account-changes/account-changes.ts";
import {
  accountApprovedEmail,
  changedLetter,
  accountWaitingEmail,
} from "#app/identity/emails/account-change.email.server.ts";
import {
  confirmAddressEmail,
  invitationEmail,
  resetPasswordEmail,
} from "#app/identity/emails/account-link.email.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { sampleMoment, samplePerson } from "./sample-facts.ts";
import type { SampleEmail } from "./sample-email.ts";

const link = {
  id: "00000000-0000-4000-8000-000000000000",
  email: samplePerson.email,
  accountId: null,
  role: "examiner",
  roleEndsAt: new Date("2030-03-01T06:00:00Z"),
  inviterName: "Sample Owner",
  expiresAt: new Date("2030-01-21T16:00:00Z"),
} as const;

/** Letters about accounts, with links that open nothing. */
export function sampleAccountEmails(siteUrl: string): SampleEmail[] {
  const toPage = (path: string) => ({ url: `${siteUrl}${path}/sample`, expiresAt: link.expiresAt });
  const approved = { role: "staff", roleEndsAt: null, signInUrl: siteUrl + accountPaths.signIn };
  return [
    of("account-confirm", confirmAddressEmail(link, toPage(accountPaths.confirm))),
    of("account-reset", resetPasswordEmail(link, toPage(accountPaths.reset))),
    of("account-invitation", invitationEmail(link, toPage(accountPaths.invite))),
    of("account-waiting", accountWaitingEmail({ email: link.email, teamUrl: siteUrl + accountPaths.team })),
    of("account-approved", accountApprovedEmail({ ...approved, isConfirmed: true })),
    of(
      "account-approved",
      accountApprovedEmail({ ...approved, isConfirmed: false }),
      "before its address is confirmed",
    ),
    ...changes(siteUrl),
  ];
}

function changes(siteUrl: string): SampleEmail[] {
  const write = (change: AccountChange, isByOthers: boolean): EmailContent =>
    changedLetter({
      change,
      at: sampleMoment,
      isByOthers,
      browser: isByOthers ? undefined : "Chrome on macOS",
      resetUrl: siteUrl + accountPaths.askForReset,
      accountUrl: siteUrl + accountPaths.account,
    });
  // The keys of the table are what its type says.
  const kinds = Object.keys(accountChanges) as AccountChange[];
  return [
    ...kinds.map((change) => of("account-changed", write(change, false), inWords(change))),
    of("account-changed", write("second-factor-removed", true), "second factor removed by an owner"),
  ];
}

function inWords(change: AccountChange): string {
  return change.replaceAll("-", " ");
}

function of(kind: string, content: EmailContent, when?: string): SampleEmail {
  if (when === undefined) return { name: kind, kind, content };
  return { name: `${kind}-${when.replaceAll(" ", "-")}`, kind, when, content };
}

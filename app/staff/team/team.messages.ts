import { noEmail, notifyPeople } from "#app/staff/shell/no-email.ts";
import { practice } from "#content/practice.ts";
import type { TeamChange } from "./team-changes.ts";

export const teamTexts = {
  waiting: "Waiting for approval",
  noneWaiting: "No accounts are waiting.",
  searchWaiting: "Search the waiting accounts",
  people: "Accounts",
  invitations: "Invitations",
  noInvitations: "No open invitations.",
  emailDisabled: `${noEmail} Ask the administrator for the link, which the command “staff link <email>” prints.`,
  invite: "Invite a colleague",
  draftRestored: "Thank you for confirming. Please review your change and submit it again.",
  seeBelow: "Nothing was changed. Please correct the marked fields.",
  leadAccess: "May view leads",
  leadAccessAbout:
    "Examiners read the record, the claims and the audit log. They see leads only with this access.",
  secondFactorLost: (name: string) =>
    `Use this if ${name} lost their phone and recovery codes, lost a passkey, or found a passkey that isn’t theirs. First verify that the request comes from ${name}. They will be signed out everywhere and keep only their password.`,
  endSessions: (name: string) =>
    `Ends every session of ${name}, on all devices. They can sign in again; to keep them out, remove the account.`,
  secondFactor: "Require a second factor",
  secondFactorAbout:
    "Accounts with a checked role must use an authenticator app or a passkey. Those without one set it up the next time they open a page.",
  secondFactorDefault: "For owners, this is on by default once an owner has an authenticator app.",
  leadRotation: "Assign new leads in turn",
  get leadRotationAbout() {
    return `Each new person is assigned to the next checked colleague, who gets the alert. If no colleague is checked, alerts go to ${practice.email}, and staff assign people manually.`;
  },
  losesOwner: (count: number) =>
    `${count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`} will have no owner.`,
  reassign: "View and reassign",
  forbidden: "Only owners can manage the team.",
} as const;

/** Plural labels for the accounts of each role. */
export const rolePlurals = { owner: "Owners", staff: "Staff", examiner: "Examiners" } as const;

/** The permissions of each assignable role. */
export const roleTexts = {
  owner: "Views and exports leads, and manages the team.",
  staff: "Views and exports leads.",
  examiner:
    "Reads the record, the claims and the audit log, optionally until a set day. An owner can also let an examiner view leads.",
} as const;

/** Confirmations of changes. */
const doneTexts = {
  approve: "The account was approved. We notified the person by email.",
  decline: "The account was declined and deleted.",
  change: "The role was changed. It takes effect on the next page load.",
  "lead-access": "Saved. The change takes effect on the next page load.",
  "reset-second-factor":
    "The authenticator app, its recovery codes and all passkeys were removed, and the person was signed out everywhere. We notified them by email.",
  "end-sessions": "The person was signed out everywhere.",
  remove: "The account was removed and signed out everywhere.",
  invite: "Invitation sent. Its link works for seven days.",
  "send-again": "Invitation sent again with a new link. The previous link no longer works.",
  withdraw: "The invitation was withdrawn. Its link no longer works.",
  "second-factor-rules": "Saved. The change takes effect on the next page load.",
  "lead-rotation": "Saved. The change applies to new leads from now on.",
} as const satisfies Record<TeamChange, string>;

/** Confirmations that differ if the server does not send email. */
const doneTextsWithoutEmail: Partial<Record<TeamChange, string>> = {
  approve: `The account was approved. ${notifyPeople}`,
  "reset-second-factor": `The authenticator app, its recovery codes and all passkeys were removed, and the person was signed out everywhere. ${notifyPeople}`,
  invite: "The invitation was created. Its link works for seven days.",
  "send-again": "The invitation has a new link. The previous link no longer works.",
};

export function doneText(change: TeamChange, sendsEmail: boolean): string {
  return (sendsEmail ? undefined : doneTextsWithoutEmail[change]) ?? doneTexts[change];
}

/** Why a change was refused, in most cases because another owner was faster. */
export const refusalTexts = {
  unknown: "This account has already been removed. The page is up to date now.",
  "not-waiting": "This account has already been approved. The page is up to date now.",
  "not-examiner": "This account is no longer an examiner. The page is up to date now.",
  "no-second-factor": "This account has no authenticator app and no passkey, so there is nothing to remove.",
  "own-account":
    "You cannot reset your own second factor here. Change it on your account page, or ask another owner or the administrator of the server.",
  "last-owner": "This is the only owner. Make another person an owner first.",
  gone: "This invitation has already ended: it was accepted, was withdrawn or expired. The page is up to date now.",
  "not-allowed": "Nothing was changed, because you were signed out or can no longer manage the team.",
  "account-exists": "This address already has an account.",
  waiting:
    "This address has an account that is waiting for approval. Approve it under “Waiting for approval”.",
  "rules-changed":
    "Nothing was saved, because another owner has changed these rules since you opened the page. The current rules are shown below.",
  "rotation-changed":
    "Nothing was saved, because another owner has changed who gets new leads since you opened the page. The current choice is shown below.",
  unreadable: "This form could not be processed. Please try again.",
} as const;

export const fieldTexts = {
  roleMissing: "Please choose a role",
  dayInvalid: "Please choose today or a later day",
} as const;

import { noEmail, notifyPeople } from "#app/staff/shell/no-email.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import type { TeamChange } from "./team-changes.ts";

export const teamTexts = {
  waiting: "Waiting for approval",
  nobodyWaits: "Nobody is waiting.",
  /** Those whose address is confirmed come first, so these are most often sign-ups that nobody means. */
  moreWait: (more: number) =>
    `${more === 1 ? "One more is" : `${more} more are`} waiting, and ${more === 1 ? "is" : "are"} shown here when these are decided.`,
  people: "Accounts",
  invitations: "Invitations",
  noInvitations: "No invitation is open.",
  emailDisabled: `${noEmail} Ask the administrator for the link (npm run staff -- link <email>).`,
  invite: "Invite somebody",
  draftKept:
    "Thank you. What you had chosen stands below: please look at it once more and press the button again.",
  seeBelow: "Nothing was changed yet: please look at what is marked below.",
  secondFactorLost: (name: string) =>
    `Use this if ${name} lost the phone and recovery codes or a passkey, or found an unknown one. Verify first that the request comes from ${name}. They will be signed out everywhere and keep only their password.`,
  endSessions: (name: string) =>
    `Ends every session of ${name}, on all devices. They can sign in again; to keep them out, remove the account.`,
  secondFactor: "Require a second factor",
  secondFactorAbout:
    "Accounts with a checked role must use an authenticator app or a passkey. Those without one set it up the next time they open a page.",
  secondFactorDefault: "For owners, this is on by default once an owner has an authenticator app.",
  mayNot: "Your account may not manage the team. An owner of the practice can.",
} as const;

export const roleNames: Record<Role, string> = {
  owner: "Owner",
  staff: "Staff",
  examiner: "Examiner",
  pending: "Waiting",
};

/** Plural labels for the accounts of each role. */
export const rolePlurals = { owner: "Owners", staff: "Staff", examiner: "Examiners" } as const;

/** What each role that can be given is for. */
export const roleTexts = {
  owner: "Sees and exports the leads, and manages the team.",
  staff: "Sees and exports the leads.",
  examiner: "Sees the leads, changes and exports nothing. Can end by itself on a day.",
} as const;

/** What came of a change that was made. */
const doneTexts = {
  approve: "The account was approved. They are told by email.",
  decline: "The account was declined and is gone.",
  change: "The role was changed. It holds from the next page that is opened.",
  "reset-second-factor":
    "The authenticator app, its recovery codes and all passkeys were removed, and the person was signed out everywhere. We notified them by email.",
  "end-sessions": "The person was signed out everywhere.",
  remove: "The account was removed, and signed out everywhere.",
  invite: "The invitation is on its way. Its link works for seven days.",
  "send-again": "A new invitation is on its way. The link of the one before no longer works.",
  withdraw: "The invitation was withdrawn. Its link no longer works.",
  "second-factor-rules": "Saved. The change takes effect on the next page load.",
} as const satisfies Record<TeamChange, string>;

/** The texts that differ on a server that sends no email. */
const doneTextsWithoutEmail: Partial<Record<TeamChange, string>> = {
  approve: `The account was approved. ${notifyPeople}`,
  "reset-second-factor": `The authenticator app, its recovery codes and all passkeys were removed, and the person was signed out everywhere. ${notifyPeople}`,
  invite: "The invitation was created. Its link works for seven days.",
  "send-again": "The invitation has a new link. The previous link no longer works.",
};

export function doneText(change: TeamChange, sendsEmail: boolean): string {
  return (sendsEmail ? undefined : doneTextsWithoutEmail[change]) ?? doneTexts[change];
}

/** Why a change was not made. Most come of somebody else who was quicker. */
export const refusalTexts = {
  unknown: "This account is gone: somebody else has removed it. The page shows how things stand now.",
  "not-waiting": "Somebody else has already decided about this account. The page shows how things stand now.",
  "no-second-factor": "This account has no authenticator app and no passkey, so there is nothing to remove.",
  "last-owner":
    "This is the only owner. Please make somebody else an owner first: otherwise nobody could let anybody in.",
  gone: "This invitation is over: it was accepted, withdrawn or has ended. The page shows how things stand now.",
  "not-allowed": "Nothing was changed: your account may no longer manage the team.",
  "account-exists": "Somebody with this address has an account already.",
  waiting:
    "Somebody with this address has asked for an account: please approve it under “Waiting for approval”.",
  unreadable: "We could not read that. Please try again.",
} as const;

export const fieldTexts = {
  roleMissing: "Please choose a role",
  dayInvalid: "Please choose a day that is not over yet",
} as const;

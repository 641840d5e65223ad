import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { approveAccount, changeRole } from "#app/identity/account-management/change-role.server.ts";
import { listAccounts, type ListedAccount } from "#app/identity/account-management/list-accounts.server.ts";
import { removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { makeLinkToHandOver } from "#app/identity/account-management/reset-password.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { lastMomentBefore } from "#app/platform/end-of-day.ts";
import type { KeyRing } from "#app/platform/key-ring.server.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import { practice } from "#content/practice.ts";
import type { CheckedStaffOrder } from "./check-staff-order.ts";
import { done, refused, type Report } from "./command.ts";

export type StaffOrderDeps = {
  db: DatabaseConnection["db"];
  outbox: Outbox;
  passwords: Pick<Passwords, "hash">;
  siteUrl: string;
  /** Of the program. */
  keyRing: () => Promise<KeyRing>;
};

type Of<Kind extends CheckedStaffOrder["kind"]> = Extract<CheckedStaffOrder, { kind: Kind }>;

const actor = { kind: "shell" } as const;

/** Does what was asked. @param password of the account to add, valid already */
export async function carryOutStaffOrder(
  deps: StaffOrderDeps,
  order: CheckedStaffOrder,
  password: string,
): Promise<Report> {
  switch (order.kind) {
    case "add":
      return add(deps, order, password);
    case "approve":
      return approve(deps, order);
    case "link":
      return handOverLink(deps, order);
    case "reset-second-factor": {
      const outcome = await resetSecondFactor(deps, { email: order.email, actor });
      if (!outcome.ok) return refused(refusals[outcome.reason](order.email));
      return done(
        `${order.email} signs in with the password alone from now on, and was signed out everywhere.`,
      );
    }
    case "remove": {
      const outcome = await removeAccount(deps, { email: order.email, actor });
      if (outcome.ok) return done(`Removed ${order.email}.`);
      return refused(refusals[outcome.reason](order.email));
    }
    case "list": {
      const accounts = await listAccounts(deps.db);
      if (accounts.length === 0) return done("There are no accounts yet.");
      return done(accounts.map(lineOf).join("\n"));
    }
  }
}

async function add(
  deps: StaffOrderDeps,
  { name, email, role }: Of<"add">,
  password: string,
): Promise<Report> {
  const outcome = await addAccount(deps, { name, email, role, password, actor });
  if (outcome.ok) return done(`Added ${email} as ${role}.`);
  if (outcome.reason === "already-there") {
    return refused(`There is an account for ${email} already: approve gives it another role.`);
  }
  return refused(
    "This password is too easy to guess: it is a common one, or is made of the address or the firm’s name.",
  );
}

/** Gives a role, whether it is the first or another. Who is let in for the first time is written to. */
async function approve(deps: StaffOrderDeps, { email, role, endsAt }: Of<"approve">): Promise<Report> {
  const order = { email, role, endsAt, actor };
  const approved = await approveAccount(deps, order);
  const outcome =
    !approved.ok && approved.reason === "not-waiting" ? await changeRole(deps, order) : approved;
  if (!outcome.ok) return refused(refusals[outcome.reason](email));
  return done(`${email} now has the role ${role}${endsAt === undefined ? "" : ` until ${lastDay(endsAt)}`}.`);
}

/** For whoever can have no letter. The link is as good as a password, so it is printed once and kept nowhere. */
async function handOverLink(deps: StaffOrderDeps, { email }: Of<"link">): Promise<Report> {
  const keys = createIdentityKeys(await deps.keyRing());
  const outcome = await makeLinkToHandOver(deps, { email, actor });
  if (!outcome.ok) return refused(refusals[outcome.reason](email));
  const { kind, id } = outcome;
  return done(`${linkWords[kind]}\n${deps.siteUrl}${accountPaths[kind]}/${keys.linkToken(kind, id)}`);
}

const linkWords = {
  reset: "A new password is set here, once and within an hour. Older links are over:",
  confirm: "The address is confirmed here, once and within three days. Older links are over:",
  invite: "The invitation is accepted here, once and within a week of being sent:",
} as const;

const refusals = {
  unknown: (email: string) => `There is no account for ${email}.`,
  "no-second-factor": (email: string) =>
    `${email} has no authenticator app and no passkey: there is nothing to remove.`,
  // Said to staff alone.
  "not-allowed": () => "This is not allowed.",
  "last-owner": (email: string) => `${email} is the last owner: make somebody else an owner first.`,
  "not-waiting": (email: string) => `Somebody else has just changed ${email}: look at the list.`,
} as const;

/** What is not as usual stands at the end. */
function lineOf({ email, role, name, roleEndsAt, isConfirmed }: ListedAccount): string {
  return [
    email,
    role,
    name,
    ...(roleEndsAt === null ? [] : [`until ${lastDay(roleEndsAt)}`]),
    ...(isConfirmed ? [] : ["address not confirmed"]),
  ].join("\t");
}

function lastDay(end: Date): string {
  return shortDayIn(practice.timeZone, lastMomentBefore(end));
}

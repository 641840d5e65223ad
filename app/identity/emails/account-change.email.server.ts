import { type Kysely, sql } from "kysely";
import { findAuditEvent } from "#app/audit/list-audit-events.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailBlock, EmailContent } from "#app/email/definition/email-content.ts";
import { samplePerson, sampleTime } from "#app/email/definition/sample-person.ts";
import {
  type AccountChange,
  accountChanges,
  type Advice,
} from "#app/identity/account-changes/account-changes.ts";
import { parseAuditEventReference } from "#app/identity/account-changes/audit-event-reference.ts";
import { findAccount } from "#app/identity/accounts/account-rows.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { practice } from "#content/practice.ts";
import { describeRole, formatRoleEnd, formatTime } from "./account-email-facts.ts";

/** To every owner: an account with a confirmed address awaits approval. No longer applies once an owner has decided. */
export const accountWaitingEmail = defineEmail({
  kind: "account-waiting",
  async load({ db }: { db: Kysely<Database> }, accountId) {
    const account = await findAccount(db, { id: accountId });
    return account?.role === "pending" ? { email: account.email } : undefined;
  },
  render: ({ email }, { siteUrl }) => ({
    subject: "An account awaits your approval",
    preview: "It has no access until an owner approves it.",
    heading: "An account awaits your approval",
    blocks: [
      "Someone requested an account for the staff area and confirmed the email address. The account has no access until an owner approves it.",
      { facts: [["Email", email]] },
      { button: { label: "Approve or decline", url: siteUrl + accountPaths.team } },
      "Approve only people you know. Owners and staff can read everything that leads have told us.",
    ],
  }),
  samples: [{ input: { email: samplePerson.email } }],
});

export const accountApprovedEmail = defineEmail({
  kind: "account-approved",
  async load({ db }: { db: Kysely<Database> }, accountId) {
    const account = await db
      .selectFrom("staffUsers")
      .select(["role", "roleEndsAt", "emailVerified as isConfirmed"])
      .where("id", "=", accountId)
      .where((eb) => eb.or([eb("roleEndsAt", "is", null), eb("roleEndsAt", ">", sql<Date>`now()`)]))
      .executeTakeFirst();
    return account?.role === "pending" ? undefined : account;
  },
  render: ({ role, roleEndsAt, isConfirmed }, { siteUrl }) => ({
    subject: "Your account is approved",
    preview: isConfirmed ? "You can sign in now." : "Confirm your email address first.",
    heading: "Your account is approved",
    blocks: [
      `Your account in the staff area of ${practice.firmName} is approved. You are ${describeRole(role)}${formatRoleEnd(roleEndsAt)}.`,
      ...(isConfirmed
        ? []
        : ["Please confirm your address first: open the link in the email you got when you signed up."]),
      { button: { label: "Sign in", url: siteUrl + accountPaths.signIn } },
    ],
  }),
  samples: [
    { input: { role: "staff", roleEndsAt: null, isConfirmed: true } },
    {
      when: "before its address is confirmed",
      input: { role: "staff", roleEndsAt: null, isConfirmed: false },
    },
  ],
});

type ChangeInput = {
  change: AccountChange;
  at: Date;
  /** Made by an owner or from the command line, and not by the account’s own user. */
  isByOthers: boolean;
  browser: string | undefined;
};

/** To the user of an account: how they sign in has changed. `about` refers to the entry of the audit log. */
export const accountChangedEmail = defineEmail({
  kind: "account-changed",
  async load({ db }: { db: Kysely<Database> }, about): Promise<ChangeInput | undefined> {
    const id = parseAuditEventReference(about);
    const event = id === undefined ? undefined : await findAuditEvent(db, id);
    if (event === undefined || !isAccountChange(event.action)) return undefined;
    const { browser } = event.details;
    return {
      change: event.action,
      at: event.at,
      isByOthers: event.actorKind !== "staff" || event.subject !== `account:${event.actorId}`,
      browser: typeof browser === "string" ? browser : undefined,
    };
  },
  render({ change, at, isByOthers, browser }, { siteUrl }) {
    const { says, advice } = accountChanges[change];
    const urls = { resetUrl: siteUrl + accountPaths.askForReset, accountUrl: siteUrl + accountPaths.account };
    const facts = [
      ["When", formatTime(at)],
      ...(browser === undefined ? [] : [["Where", browser] as const]),
    ] as const;
    const preview = isByOthers
      ? "You were signed out on all devices."
      : "If this was you, you don’t have to do anything.";
    return {
      subject: says,
      preview,
      heading: says,
      blocks: [
        { facts },
        ...(isByOthers ? explainChangeByOthers(change, urls) : [preview, ...adviceBlocks[advice](urls)]),
      ],
    };
  },
  samples: [
    {
      when: "second factor removed by an owner",
      input: { ...createSample("second-factor-removed"), isByOthers: true, browser: undefined },
    },
    ...Object.keys(accountChanges)
      .filter(isAccountChange)
      .map((change) => ({ when: change.replaceAll("-", " "), input: createSample(change) })),
  ],
});

function createSample(change: AccountChange): ChangeInput {
  return { change, at: sampleTime, isByOthers: false, browser: "Chrome on macOS" };
}

function isAccountChange(action: string): action is AccountChange {
  return Object.hasOwn(accountChanges, action);
}

type Urls = { resetUrl: string; accountUrl: string };

const informOwner = (): string =>
  `tell an owner of ${practice.firmName} immediately or call ${practice.phone.display}`;

/** What to do about a change that someone else made. */
const adviceBlocks: Record<Advice, (urls: Urls) => EmailContent["blocks"]> = {
  "new-password": ({ resetUrl }) => [
    passwordLink(
      resetUrl,
      "If this wasn’t you, ",
      ` immediately, which signs everyone out of your account, and ${informOwner()}.`,
    ),
  ],
  "new-codes": ({ resetUrl, accountUrl }) => [
    passwordLink(resetUrl, "If this wasn’t you, ", " immediately, which signs everyone out of your account."),
    accountLink(accountUrl, "Then sign in, create new recovery codes under ", `, and ${informOwner()}.`),
  ],
  "remove-passkey": ({ resetUrl, accountUrl }) => [
    accountLink(
      accountUrl,
      "If this wasn’t you, sign in and remove the passkey under ",
      " immediately. Anyone who has the passkey can sign in without a password, even after you set a new one.",
    ),
    passwordLink(resetUrl, "Then ", `, which signs everyone out of your account, and ${informOwner()}.`),
  ],
  "ask-owner": ({ resetUrl }) => [
    `If this wasn’t you, ${informOwner()}. They can remove the authenticator app for you. Until then, signing in requires its codes, and a new password doesn’t change that.`,
    passwordLink(resetUrl, "Then ", ", which signs everyone out of your account."),
  ],
  "remove-account": () => [
    `If this wasn’t you, ${informOwner()}. Someone can now sign in to your account with an account at the firm’s single sign-on provider, and a new password doesn’t change that. An owner can remove your account, which ends the connection, and invite you again.`,
  ],
};

/** The removal of a second factor is the only change that others can make. */
function explainChangeByOthers(change: AccountChange, { accountUrl }: Urls): EmailContent["blocks"] {
  const others = `An owner of ${practice.firmName} or the administrator of its server removed`;
  const removal =
    change === "passkey-removed"
      ? `${others} all passkeys from your account, and signed you out on all devices.`
      : `${others} it together with its recovery codes, and signed you out on all devices.`;
  return [
    removal,
    accountLink(accountUrl, "Please sign in and set up a passkey or an authenticator app again under ", "."),
    `If you didn’t ask for this, ${informOwner()}. Someone may have asked in your name.`,
  ];
}

function passwordLink(url: string, before: string, after: string): EmailBlock {
  return { link: { before, label: "set a new password", url, after } };
}

function accountLink(url: string, before: string, after: string): EmailBlock {
  return { link: { before, label: "Account", url, after } };
}

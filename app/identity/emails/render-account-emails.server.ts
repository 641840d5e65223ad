import { type Kysely, sql } from "kysely";
import { findAuditEvent } from "#app/audit/find-audit-event.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { LinkKind } from "#app/data/schema/staff.ts";
import { findAccount } from "#app/identity/accounts/account-rows.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { findOpenLink, type OpenLink } from "#app/identity/links/one-time-links.server.ts";
import type { Compose, Composers, EmailContent } from "#app/email/rendering/email-content.ts";
import { auditEventOf } from "#app/identity/account-changes/audit-event-reference.ts";
import { type AccountChange, accountChanges } from "#app/identity/account-changes/account-changes.ts";
import { accountApprovedEmail, changedLetter, accountWaitingEmail } from "./account-change.email.server.ts";
import {
  confirmAddressEmail,
  invitationEmail,
  type AccountLinkEmailInput,
  resetPasswordEmail,
} from "./account-link.email.server.ts";

type Deps = { db: Kysely<Database>; keys: Pick<IdentityKeys, "linkToken">; siteUrl: string };

/** Writes the letters about accounts: those that carry a link, and those that tell of something. */
export function accountComposers(deps: Deps): Composers {
  return {
    "account-confirm": ofLink(deps, "confirm", confirmAddressEmail),
    "account-reset": ofLink(deps, "reset", resetPasswordEmail),
    "account-invitation": ofLink(deps, "invite", invitationEmail),
    "account-waiting": composeWaiting(deps),
    "account-approved": composeApproved(deps),
    "account-changed": composeChanged(deps),
  };
}

/** The link is made here, when the letter leaves, and stands nowhere else: what is kept of the letter is without it. */
function ofLink(
  { db, keys, siteUrl }: Deps,
  kind: LinkKind,
  write: (link: OpenLink, input: AccountLinkEmailInput) => EmailContent,
): Compose {
  return async (id) => {
    const link = await findOpenLink(db, kind, id);
    if (link === undefined) return undefined;
    const token = keys.linkToken(kind, id);
    const content = write(link, {
      url: `${siteUrl}${accountPaths[kind]}/${token}`,
      expiresAt: link.expiresAt,
    });
    return { ...content, secrets: [token] };
  };
}

/** Owners who read it after another has decided read of nothing that is left to do. */
function composeWaiting({ db, siteUrl }: Deps): Compose {
  return async (accountId) => {
    const account = await findAccount(db, { id: accountId });
    if (account?.role !== "pending") return undefined;
    return accountWaitingEmail({ email: account.email, teamUrl: siteUrl + accountPaths.team });
  };
}

function composeApproved({ db, siteUrl }: Deps): Compose {
  return async (accountId) => {
    const account = await db
      .selectFrom("staffUsers")
      .select(["role", "roleEndsAt", "emailVerified as isConfirmed"])
      .where("id", "=", accountId)
      .where((eb) => eb.or([eb("roleEndsAt", "is", null), eb("roleEndsAt", ">", sql<Date>`now()`)]))
      .executeTakeFirst();
    if (account === undefined || account.role === "pending") return undefined;
    return accountApprovedEmail({ ...account, signInUrl: siteUrl + accountPaths.signIn });
  };
}

function composeChanged({ db, siteUrl }: Deps): Compose {
  return async (about) => {
    const id = auditEventOf(about);
    const event = id === undefined ? undefined : await findAuditEvent(db, id);
    const change = event && changeOf(event.action);
    if (event === undefined || change === undefined) return undefined;
    const { browser } = event.details;
    return changedLetter({
      change,
      at: event.at,
      isByOthers: event.actorKind !== "staff" || event.subject !== `account:${event.actorId}`,
      browser: typeof browser === "string" ? browser : undefined,
      resetUrl: siteUrl + accountPaths.askForReset,
      accountUrl: siteUrl + accountPaths.account,
    });
  };
}

function changeOf(action: string): AccountChange | undefined {
  return isAccountChange(action) ? action : undefined;
}

function isAccountChange(action: string): action is AccountChange {
  return Object.hasOwn(accountChanges, action);
}

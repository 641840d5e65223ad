import { type Kysely, type RawBuilder, sql } from "kysely";
import { findLastActs } from "#app/audit/list-audit-events.server.ts";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isOpen } from "#app/identity/links/one-time-links.server.ts";
import { hasSecondFactor } from "#app/identity/second-factor/has-authenticator.server.ts";
import { hasCurrentRole } from "#app/identity/accounts/account-rows.server.ts";
import { isRole, type Role } from "#app/identity/accounts/staff.ts";

/** An account, as the Team page displays it. */
export type TeamMember = {
  id: string;
  name: string;
  email: string;
  /** The assigned role, even after it has ended. */
  role: Role;
  roleEndsAt: Date | null;
  /** Whether an examiner may view leads. */
  mayViewLeads: boolean;
  /** Whether the email address is confirmed. */
  isConfirmed: boolean;
  createdAt: Date;
  /** Whether the account has a confirmed authenticator app or a passkey. */
  hasSecondFactor: boolean;
  lastSeenAt: Date | null;
};

export type OpenInvitation = {
  id: string;
  email: string;
  role: Role;
  roleEndsAt: Date | null;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
};

/** Far more than any firm has. */
const maxRows = 1_000;

/** Lists the accounts with a role, by name. */
export async function listMembers(db: Kysely<Database>): Promise<TeamMember[]> {
  return findMembers(
    db,
    sql`where account.role <> 'pending' order by lower(account.name), account.id limit ${maxRows}`,
  );
}

/**
 * The accounts that await approval: confirmed addresses first, then by waiting time. Anyone can sign up, so their number is unbounded and
 * only a search finds each of them.
 */
export const listWaitingAccounts = defineListQuery({
  table: "staffUsers",
  select: (db) =>
    db.selectFrom("staffUsers").select(["id", "email", "createdAt", "emailVerified as isConfirmed"]),
  scope: [sql<boolean>`role = 'pending'`],
  sorts: {
    // The times in URLs' keys have milliseconds, and those of the column microseconds.
    confirmed: {
      by: [sql`(not email_verified)::int`, sql`date_trunc('milliseconds', created_at)`],
      direction: "asc",
    },
  },
  search: { text: sql`search_form(' ' || name || ' ' || email)` },
  filters: {},
});

export type WaitingAccount = RowOf<typeof listWaitingAccounts>;
export type WaitingAccountQuery = QueryOfList<typeof listWaitingAccounts>;

/** @param which the WHERE, ORDER BY and LIMIT clauses */
async function findMembers(db: Kysely<Database>, which: RawBuilder<unknown>): Promise<TeamMember[]> {
  const { rows } = await sql<
    Omit<TeamMember, "role" | "lastSeenAt"> & { role: string; lastUsedAt: Date | null }
  >`
    select account.id, account.name, account.email, account.role, account.role_ends_at, account.may_view_leads, account.created_at,
      account.email_verified as is_confirmed,
      ${hasSecondFactor(sql.ref("account.id"))} as has_second_factor,
      (select max(last_used_at) from staff_sessions where user_id = account.id) as last_used_at
    from staff_users as account ${which}`.execute(db);
  // Expired sessions are deleted, but the audit log keeps their actions.
  const acts = await findLastActs(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ lastUsedAt, ...row }) => ({
    ...row,
    role: parseRole(row.role),
    lastSeenAt: getLater(lastUsedAt, acts.get(row.id) ?? null),
  }));
}

/** Lists the invitations that can still be accepted, newest first. */
export async function listOpenInvitations(db: Kysely<Database>): Promise<OpenInvitation[]> {
  const rows = await db
    .selectFrom("staffLinks as link")
    .innerJoin("staffUsers as owner", "owner.id", "link.invitedBy")
    .select(["link.id", "link.email", "link.role", "link.roleEndsAt", "link.createdAt", "link.expiresAt"])
    .select("owner.name as invitedBy")
    .where("link.kind", "=", "invite")
    .where(isOpen("link"))
    .orderBy("link.createdAt", "desc")
    .orderBy("link.id")
    .limit(maxRows)
    .execute();
  return rows.map((row) => ({ ...row, role: parseRole(row.role) }));
}

function getLater(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

function parseRole(role: string | null): Role {
  return isRole(role) ? role : "pending";
}

/** Lists the accounts that can follow up on people, by name: owners and staff, without examiners. */
export async function listColleagues(
  db: Kysely<Database>,
): Promise<{ id: string; name: string; email: string }[]> {
  return db
    .selectFrom("staffUsers as account")
    .select(["account.id", "account.name", "account.email"])
    .where(hasCurrentRole)
    .where("account.role", "in", ["owner", "staff"])
    .orderBy(sql`lower(account.name)`)
    .orderBy("account.id")
    .execute();
}

/** An account, as the command line lists it. */
export type ListedAccount = {
  email: string;
  name: string;
  role: Role;
  roleEndsAt: Date | null;
  mayViewLeads: boolean;
  isConfirmed: boolean;
};

/** Lists accounts, oldest first. Pending ones come last, so that sign-ups by strangers cannot push others off the list. */
export async function listAccounts(db: Kysely<Database>): Promise<ListedAccount[]> {
  const rows = await db
    .selectFrom("staffUsers")
    .select(["email", "name", "role", "roleEndsAt", "mayViewLeads", "emailVerified as isConfirmed"])
    .orderBy(({ eb }) => eb("role", "=", "pending"))
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1_000)
    .execute();
  return rows.map((row) => ({ ...row, role: isRole(row.role) ? row.role : "pending" }));
}

import { type Kysely, type RawBuilder, sql } from "kysely";
import { findLastActs } from "#app/audit/find-last-acts.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { isOpen } from "#app/identity/links/one-time-links.server.ts";
import { hasSecondFactor } from "#app/identity/second-factor/has-second-factor.server.ts";
import { isRole, type Role } from "#app/identity/accounts/staff.ts";

/** An account as whoever manages the team sees it. */
export type TeamMember = {
  id: string;
  name: string;
  email: string;
  /** As it was given: an examiner's that is over is still one here. */
  role: Role;
  roleEndsAt: Date | null;
  /** Whether somebody has shown that they read the mail of this address. */
  isConfirmed: boolean;
  createdAt: Date;
  /** A confirmed authenticator app, or a passkey. */
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

/** Far more than a practice has. */
const most = 1_000;

/** As many as anybody decides about at one time: everybody can sign up, so there can be any number. */
const mostWaiting = 50;

/** Everybody who has a role, by name. */
export async function listMembers(db: Kysely<Database>): Promise<TeamMember[]> {
  return findMembers(
    db,
    sql`where account.role <> 'pending' order by lower(account.name), account.id limit ${most}`,
  );
}

/**
 * Who waits for a role: first those who read the mail of their address, then those who have waited longest.
 * @returns `more` how many there are beside these
 */
export async function listWaiting(db: Kysely<Database>): Promise<{ waiting: TeamMember[]; more: number }> {
  const [waiting, { count }] = await Promise.all([
    findMembers(
      db,
      sql`where account.role = 'pending'
        order by account.email_verified desc, account.created_at, account.id limit ${mostWaiting}`,
    ),
    db
      .selectFrom("staffUsers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("role", "=", "pending")
      .executeTakeFirstOrThrow(),
  ]);
  return { waiting, more: Math.max(0, count - waiting.length) };
}

/** @param which a condition on the accounts, their order, and how many at most */
async function findMembers(db: Kysely<Database>, which: RawBuilder<unknown>): Promise<TeamMember[]> {
  const { rows } = await sql<
    Omit<TeamMember, "role" | "lastSeenAt"> & { role: string; lastUsedAt: Date | null }
  >`
    select account.id, account.name, account.email, account.role, account.role_ends_at, account.created_at,
      account.email_verified as is_confirmed,
      ${hasSecondFactor(sql.ref("account.id"))} as has_second_factor,
      (select max(last_used_at) from staff_sessions where user_id = account.id) as last_used_at
    from staff_users as account ${which}`.execute(db);
  // Sessions go; what somebody did in them stays in the audit log.
  const acts = await findLastActs(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ lastUsedAt, ...row }) => ({
    ...row,
    role: roleOf(row.role),
    lastSeenAt: laterOf(lastUsedAt, acts.get(row.id) ?? null),
  }));
}

/** Invitations that can still be accepted, the newest first. */
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
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, role: roleOf(row.role) }));
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function roleOf(role: string | null): Role {
  return isRole(role) ? role : "pending";
}

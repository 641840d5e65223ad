import { type Kysely, sql } from "kysely";
import { findLastActs } from "#app/audit/find-last-acts.server.ts";
import type { Database } from "#app/data/database.ts";
import { isRole, type Role } from "#app/identity/staff.ts";

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

/** Everybody who has an account: those who have waited longest first, then by name. */
export async function listTeam(db: Kysely<Database>): Promise<TeamMember[]> {
  const { rows } = await sql<
    Omit<TeamMember, "role" | "lastSeenAt"> & { role: string; lastUsedAt: Date | null }
  >`
    select account.id, account.name, account.email, account.role, account.role_ends_at, account.created_at,
      account.email_verified as is_confirmed,
      exists (select from staff_authenticators where user_id = account.id and confirmed_at is not null)
        or exists (select from staff_passkeys where user_id = account.id) as has_second_factor,
      (select max(last_used_at) from staff_sessions where user_id = account.id) as last_used_at
    from staff_users as account
    order by case when account.role = 'pending' then account.created_at end, lower(account.name), account.id
    limit ${most}`.execute(db);
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
    .where("link.usedAt", "is", null)
    .where("link.expiresAt", ">", sql<Date>`now()`)
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

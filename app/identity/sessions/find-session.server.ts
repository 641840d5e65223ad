import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { hasAuthenticator, hasPasskey } from "#app/identity/second-factor/has-authenticator.server.ts";
import { isSecondFactorRequired } from "#app/identity/second-factor/second-factor-rules.server.ts";
import { isRole, type Staff } from "#app/identity/accounts/staff.ts";
import { idleMinutes, isLiveSession } from "./live-session.server.ts";

/** A valid session. Times are the database's, so that servers with different clocks agree. */
export type StaffSession = {
  /** The id of the row. The token stays in the cookie. */
  id: string;
  staff: Staff;
  /** When the account's role ended; null while it has one or never had one. */
  accessEndedAt: Date | null;
  assurance: "aal1" | "aal2";
  /** The account's second factor has not been verified yet. The session allows nothing else until then. */
  needsSecondFactor: boolean;
  /** The account has a passkey, and the session was started with the password alone. It cannot change how the person signs in. */
  hasUnverifiedPasskey: boolean;
  /** The account's role requires a second factor that the account lacks. The session allows nothing else until it is set up. */
  needsEnrollment: boolean;
  /** The password is too short for a role. The session allows nothing else until it is changed. */
  needsNewPassword: boolean;
  /** Whether the person authenticated within `recentAuthenticationMinutes`. */
  hasRecentAuthentication: boolean;
  startedAt: Date;
  /** The absolute end. */
  endsAt: Date;
  /** The end without further use. */
  idleEndsAt: Date;
};

/** Sensitive actions require authentication within this time. */
export const recentAuthenticationMinutes = 10;

/**
 * Finds the valid session with a token.
 * @param read.isUse whether the read extends the session; automatic requests from a page do not
 */
export async function findSession(
  db: Kysely<Database>,
  token: string,
  { isUse, isProduction }: { isUse: boolean; isProduction: boolean },
): Promise<StaffSession | null> {
  const { rows } = await sql<SessionRow>`
    with found as (
      select session.id, session.assurance, session.created_at as started_at, session.expires_at as ends_at,
        session.last_used_at, session.proved_at > now() - make_interval(mins => ${recentAuthenticationMinutes}) as has_recent_authentication,
        account.id as account_id, account.name, account.email, account.may_view_leads,
        case when account.role_ends_at <= now() then 'pending' else account.role end as role,
        case when account.role_ends_at <= now() then account.role_ends_at end as access_ended_at,
        session.assurance = 'aal1' and ${hasAuthenticator(sql.ref("account.id"))} as needs_second_factor,
        session.assurance = 'aal1' and ${hasPasskey(sql.ref("account.id"))} as has_unverified_passkey
      from staff_sessions as session join staff_users as account on account.id = session.user_id
      where session.token = ${token} and ${isLiveSession("session")}
    ), used as (
      -- At most once a minute, so that a page with ten requests causes one update.
      update staff_sessions set last_used_at = now()
      where ${isUse} and id = (select id from found where last_used_at < now() - interval '1 minute')
      returning last_used_at
    )
    -- The columns are listed so that the statement is prepared.
    select found.id, found.assurance, found.started_at, found.ends_at, found.has_recent_authentication, found.account_id, found.name,
      found.email, found.may_view_leads, found.role, found.access_ended_at, found.needs_second_factor,
      found.has_unverified_passkey,
      found.role <> 'pending' and found.assurance <> 'aal2' and not found.needs_second_factor
        and ${isSecondFactorRequired(sql.ref("found.role"), isProduction)} as needs_enrollment,
      found.role <> 'pending' and exists (
        select from staff_accounts as credential
        where credential.user_id = found.account_id and credential.provider_id = 'credential'
          and not credential.has_long_password
      ) as needs_new_password,
      coalesce((select last_used_at from used), last_used_at) + make_interval(mins => ${idleMinutes}) as idle_ends_at
    from found`.execute(db);
  const [row] = rows;
  return row === undefined ? null : toSession(row);
}

/** Ends sessions. @returns their number */
export async function endSessions(db: Kysely<Database>, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("staffSessions")
    .where("id", "in", [...ids])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The person of a session that has not ended, with the current role. It does not extend the session. */
export async function findSessionStaff(db: Kysely<Database>, sessionId: string): Promise<Staff | null> {
  const { rows } = await sql<Omit<Staff, "role"> & { role: string }>`
    select account.id, account.name, account.email, account.may_view_leads,
      case when account.role_ends_at <= now() then 'pending' else account.role end as role
    from staff_sessions as session join staff_users as account on account.id = session.user_id
    where session.id = ${sessionId} and ${isLiveSession("session")}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, role: isRole(row.role) ? row.role : "pending" };
}

type SessionRow = {
  id: string;
  assurance: string;
  startedAt: Date;
  endsAt: Date;
  idleEndsAt: Date;
  hasRecentAuthentication: boolean;
  needsSecondFactor: boolean;
  hasUnverifiedPasskey: boolean;
  needsEnrollment: boolean;
  needsNewPassword: boolean;
  accessEndedAt: Date | null;
  accountId: string;
  name: string;
  email: string;
  role: string;
  mayViewLeads: boolean;
};

function toSession(row: SessionRow): StaffSession {
  const { accountId, name, email, role, mayViewLeads, assurance, ...session } = row;
  return {
    ...session,
    assurance: assurance === "aal2" ? "aal2" : "aal1",
    // An unknown role grants no permissions.
    staff: { id: accountId, name, email, role: isRole(role) ? role : "pending", mayViewLeads },
  };
}

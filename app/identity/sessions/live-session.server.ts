import { type RawBuilder, sql } from "kysely";

/** NIST SP 800-63B-4, section 2.2.3, ends sessions of the second level after an hour of inactivity. */
export const idleMinutes = 60;
/** A session with a later date was created under a clock that was ahead. Database servers may differ by less after a failover. */
const maxMinutesAhead = 5;

/**
 * Whether a session has not ended: twelve hours after sign-in, or one hour after its last use. Sign-out, revocation, a changed password
 * and a reset second factor delete the row: see `sign-out.server.ts`, `revoke-sessions.server.ts` and the callers of `endAccountSessions`.
 * @param session the table's name or alias
 * @param now the database's time
 */
export function isLiveSession(session: string, now: RawBuilder<unknown> = sql`now()`): RawBuilder<boolean> {
  const column = (name: string): RawBuilder<unknown> => sql.ref(`${session}.${name}`);
  return sql<boolean>`(
    ${column("expires_at")} > ${now}
    and ${column("last_used_at")} > ${now} - make_interval(mins => ${idleMinutes})
    and greatest(${column("created_at")}, ${column("last_used_at")}, ${column("proved_at")})
      <= ${now} + make_interval(mins => ${maxMinutesAhead})
  )`;
}

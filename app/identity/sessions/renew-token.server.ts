import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** A session's new token and the time until the session's end, which stays the same. */
export type RenewedToken = { token: string; remainingSeconds: number };

/** Why the token is renewed. */
export type RenewalReason =
  /** A second factor was verified. */
  | "second-factor"
  /** The password was verified again. */
  | "password"
  /** Another change, which does not authenticate. */
  | "change";

/** The entropy of the library's own tokens. */
const tokenBytes = 24;

/**
 * Renews a session's token, so that copies of the old one are worthless. One statement, so that only one of two concurrent requests
 * succeeds and an ended session is not restored.
 * @returns undefined if the session has ended
 */
export async function renewToken(
  db: Kysely<Database>,
  token: string,
  reason: RenewalReason,
): Promise<RenewedToken | undefined> {
  const renewed = randomBytes(tokenBytes).toString("base64url");
  const { rows } = await sql<{ remainingSeconds: number }>`
    update staff_sessions set
      token = ${renewed}, last_used_at = now(), updated_at = now(),
      assurance = case when ${reason === "second-factor"} then 'aal2' else assurance end,
      proved_at = case when ${reason !== "change"} then now() else proved_at end
    where token = ${token} and expires_at > now()
    returning floor(extract(epoch from expires_at - now()))::int as remaining_seconds`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { token: renewed, remainingSeconds: row.remainingSeconds };
}

import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** A session's new token, and when the session ends as it would have ended before. */
export type RenewedToken = { token: string; endsAt: Date };

/** What happened that makes the old token worthless. */
export type Occasion =
  /** A second factor was shown. */
  | "second-factor"
  /** The password was shown once more. */
  | "password"
  /** Something else, which proves nothing. */
  | "change";

/** As long as the library's own. */
const tokenBytes = 24;

/**
 * Gives a session another token: whoever has learnt the old one has nothing. One statement, so that of two who come with the same token
 * one has it afterwards, and a session that is being ended does not come to life again.
 * @returns undefined where there is no such session any more
 */
export async function renewToken(
  db: Kysely<Database>,
  token: string,
  occasion: Occasion,
): Promise<RenewedToken | undefined> {
  const renewed = randomBytes(tokenBytes).toString("base64url");
  const { rows } = await sql<{ endsAt: Date }>`
    update staff_sessions set
      token = ${renewed}, last_used_at = now(), updated_at = now(),
      assurance = case when ${occasion === "second-factor"} then 'aal2' else assurance end,
      proved_at = case when ${occasion !== "change"} then now() else proved_at end
    where token = ${token} and expires_at > now()
    returning expires_at as ends_at`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { token: renewed, endsAt: row.endsAt };
}

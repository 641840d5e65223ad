import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { canDecideClaimsNow, canFollowUpNow, columnsOf } from "./digest-choices.server.ts";
import type { ScheduledDigest } from "./digest.messages.ts";

/**
 * The member of staff that an email is for.
 * @param digestId the row that the email is about
 * @returns undefined if the member has stopped the email or can no longer follow up on people
 */
export async function findMember(
  db: Kysely<Database>,
  digestId: string,
  kind: ScheduledDigest,
): Promise<{ userId: string; decidesClaims: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; decidesClaims: boolean }>`
    select account.id as user_id, ${canDecideClaimsNow} as decides_claims
    from staff_preferences join staff_users as account on account.id = staff_preferences.user_id
    where digest_id = ${digestId} and ${columnsOf(kind).since} is not null and ${canFollowUpNow}`.execute(db);
  return rows[0];
}

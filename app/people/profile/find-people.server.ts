import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

/** Finds the person of an assessment, a sign-up or a quarantined submission by its id. */
export async function findAddress(db: Kysely<Database>, leadId: string): Promise<string | undefined> {
  if (!isUuid(leadId)) return undefined;
  const { rows } = await sql<{ email: string }>`
    select email from pre_loi_assessments where id = ${leadId}
    union all select email from linkedin_live_signups where id = ${leadId}
    union all select lower(input ->> 'email') from quarantined_submissions
      where id = ${leadId} and input ->> 'email' is not null
    limit 1`.execute(db);
  return rows[0]?.email;
}

/**
 * The newest form of an address, whose id is part of the URL of the person's page. A quarantined submission if there is no other.
 * @param email in lower case, without spaces around it
 */
export async function findLead(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at as at, false as is_held from pre_loi_assessments where email = ${email}
      union all select id, created_at, false from linkedin_live_signups where email = ${email}
      union all select id, received_at, true from quarantined_submissions where input ->> 'email' = ${email}
    ) as forms order by is_held, at desc, id desc limit 1`.execute(db);
  return rows[0]?.id;
}

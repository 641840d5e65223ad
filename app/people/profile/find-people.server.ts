import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

/**
 * Finds the person of an assessment, a sign-up or a quarantined submission by its id, or a person whom staff added by that of the record, also
 * after a merge.
 */
export async function findAddress(db: Kysely<Database>, leadId: string): Promise<string | undefined> {
  if (!isUuid(leadId)) return undefined;
  const { rows } = await sql<{ email: string }>`
    select email from pre_loi_assessments where id = ${leadId}
    union all select email from linkedin_live_signups where id = ${leadId}
    union all select lower(input ->> 'email') from quarantined_submissions
      where id = ${leadId} and input ->> 'email' is not null
    union all select email from people where id = ${leadId} and added_at is not null
    union all select email from people where id in ${recordsAfterMerge(leadId)}
    limit 1`.execute(db);
  return rows[0]?.email;
}

/** Finds the person whose record another one was merged into, by the id of the removed record. @returns the id for the URL of the page */
export async function findKeptLead(db: Kysely<Database>, removedId: string): Promise<string | undefined> {
  if (!isUuid(removedId)) return undefined;
  const { rows } = await sql<{ leadId: string }>`
    select latest_form_id as lead_id from people where id in ${recordsAfterMerge(removedId)}`.execute(db);
  return rows[0]?.leadId;
}

/** The ids of the records that a removed record was merged into, one after the other. Only the last one exists. */
function recordsAfterMerge(removedId: string): RawBuilder<unknown> {
  return sql`(
    with recursive kept (id) as (
      select merged_into from merged_people where id = ${removedId}
      union select later.merged_into from merged_people as later join kept on later.id = kept.id
    )
    select id from kept
  )`;
}

/**
 * The newest form of an address, whose id is part of the URL of the person's page. For an address without a form, that of the person who has
 * the address, otherwise a quarantined submission.
 * @param email in lower case, without spaces around it
 */
export async function findLead(db: Kysely<Database>, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at as at, 1 as priority from pre_loi_assessments where email = ${email}
      union all select id, created_at, 1 from linkedin_live_signups where email = ${email}
      union all select latest_form_id, latest_form_at, 2
        from person_addresses as address join people on people.id = address.person_id where address.email = ${email}
      union all select id, received_at, 3 from quarantined_submissions where input ->> 'email' = ${email}
    ) as forms order by priority, at desc, id desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** The name of a person, and the form whose id is part of the URL of the page. */
export type LinkedPerson = { name: string; leadId: string };

/** The person who has an address. @param email in lower case, without spaces around it */
export async function findLinkedPerson(
  db: Kysely<Database>,
  email: string,
): Promise<LinkedPerson | undefined> {
  return db
    .selectFrom("personAddresses as address")
    .innerJoin("people", "people.id", "address.personId")
    .select(["people.name", "people.latestFormId as leadId"])
    .where("address.email", "=", email)
    .executeTakeFirst();
}

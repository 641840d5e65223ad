import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { containsWords } from "#app/data/lists/search.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

/** A person in the search results, by the newest matching form. */
export type FoundPerson = {
  /** The id of that form, which is part of the URL of the person's page. */
  leadId: string;
  name: string;
  email: string;
  phone: string | null;
  form: "assessment" | "event-signup";
  at: Date;
};

/** The maximum number of results. */
export const maxPeople = 20;

/** The maximum number of newest matching forms per table. */
const maxForms = 200;

/**
 * Searches people: an exact address first, then the most recent forms.
 * @returns the people, and whether there are more
 */
export async function searchPeople(
  db: Kysely<Database>,
  searched: string,
): Promise<{ people: FoundPerson[]; hasMore: boolean }> {
  const address = searched.trim().toLowerCase();
  const fits = containsWords(sql`searchable`, searched);
  const forms = ([table, form]: readonly [string, FoundPerson["form"]]) => sql`
    (select id, name, email, phone, created_at, ${form}::text as form from ${sql.table(table)}
      where ${fits} order by created_at desc, id desc limit ${maxForms})
    union all
    (select id, name, email, phone, created_at, ${form}::text as form from ${sql.table(table)}
      where email = ${address} order by created_at desc, id desc limit 1)`;
  const { rows } = await sql<FoundPerson & { isCut: boolean }>`
    with found as (${sql.join(formTables.map(forms), sql` union all `)}), newest as (
      select distinct on (email) id as lead_id, name, email, phone, form, created_at as at
      from found order by email, created_at desc, id desc
    )
    select *, exists (select from found group by form having count(*) >= ${maxForms}) as is_cut
    from newest order by email = ${address} desc, at desc, lead_id desc limit ${maxPeople + 1}`.execute(db);
  const people = rows.slice(0, maxPeople).map((row): FoundPerson => {
    const { isCut: _, ...person } = row;
    return person;
  });
  return { people, hasMore: rows.length > maxPeople || rows[0]?.isCut === true };
}

const formTables = [
  ["pre_loi_assessments", "assessment"],
  ["linkedin_live_signups", "event-signup"],
] as const;

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

import { type Kysely, sql } from "kysely";
import { publicMailboxProviders } from "#app/platform/text/public-mailbox-providers.ts";
import type { Database } from "#app/data/schema/database.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";

/** Another record that may be of the same person. */
export type Duplicate = {
  /** The id of the latest form, which is part of the URL of the person’s page. */
  leadId: string;
  name: string;
  email: string;
  reason: "phone" | "name";
};

/** The maximum number of proposals. */
const maxDuplicates = 3;

/** Limits the comparison for a number or a domain that many people share. */
const maxCandidates = 200;

/** A stranger can send any number of forms with one address, each with another number. */
const maxNumbers = 20;

/** Between 0 and 1; “Jon Smith” and “John Smith” have 0.57. */
const minSimilarity = 0.5;

/**
 * Finds records with the same phone number, or with a similar name and an address of the same company. They are only proposals. Records with
 * a form from our page come first, then the oldest, and the first of each reason is always among them. Otherwise a stranger could hide a record
 * with new ones.
 */
export async function findDuplicates(db: Kysely<Database>, email: string): Promise<Duplicate[]> {
  const emails = await listAddresses(db, email);
  const own = sql`any(${emails}::text[])`;
  const domains = emails
    .map((address) => address.slice(address.lastIndexOf("@") + 1))
    // Customers of a mailbox provider do not work for the same company.
    .filter((domain) => !publicMailboxProviders.has(domain));
  const { rows } = await sql<Duplicate>`
    with own as (
      select id, people.name from people where id = (select person_id from person_addresses where email = ${email})
    ), number as (
      select digits
      from (
        select phone_digits(phone) as digits, created_at from pre_loi_assessments where email = ${own}
        union all select phone_digits(phone), created_at from linkedin_live_signups where email = ${own}
        union all select phone_digits(contact_phone), contact_phone_at from people where id = (select id from own)
      ) as form
      where digits is not null group by digits order by min(created_at), digits limit ${maxNumbers}
    ), candidate as (
      (select address.person_id, 'phone' as reason
      from number
      cross join lateral (
        select form.email, form.created_at from pre_loi_assessments as form where phone_digits(form.phone) = number.digits
        union all
        select form.email, form.created_at from linkedin_live_signups as form where phone_digits(form.phone) = number.digits
        union all
        select form.email, form.contact_phone_at from people as form where phone_digits(form.contact_phone) = number.digits
      ) as form
      join person_addresses as address on address.email = form.email
      group by address.person_id
      order by min(form.created_at) limit ${maxCandidates})
      union all
      (select other.id, 'name'
      from own, (
        select people.id, people.name from person_addresses join people on people.id = person_id
        where split_part(person_addresses.email, '@', 2) = any(${domains}::text[])
        order by people.created_at limit ${maxCandidates}
      ) as other
      where name_similarity(other.name, own.name) >= ${minSimilarity})
    ), ranked as (
      select people.id, people.latest_form_id, people.name, people.email, max(candidate.reason) as reason,
        row_number() over (
          partition by max(candidate.reason) order by people.has_form_token desc, people.created_at, people.id
        ) as rank
      from candidate join people on people.id = candidate.person_id
      where people.id <> (select id from own)
      group by people.id
    )
    select latest_form_id as lead_id, name, email, reason
    from (select * from ranked order by rank, reason desc limit ${maxDuplicates}) as first
    order by reason desc, rank`.execute(db);
  return rows;
}

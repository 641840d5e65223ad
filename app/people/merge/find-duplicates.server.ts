import { type Kysely, sql } from "kysely";
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

/** Between 0 and 1; “Jon Smith” and “John Smith” have 0.57. */
const minSimilarity = 0.5;

/** Providers whose addresses do not show that two people work for the same company. */
const publicProviders: ReadonlySet<string> = new Set([
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.com",
  "live.com",
  "msn.com",
  "yahoo.com",
  "ymail.com",
  "aol.com",
  "icloud.com",
  "me.com",
  "mac.com",
  "proton.me",
  "protonmail.com",
  "gmx.com",
  "gmx.net",
  "mail.com",
  "zoho.com",
  "fastmail.com",
  "att.net",
  "sbcglobal.net",
  "comcast.net",
  "verizon.net",
  "austin.rr.com",
]);

/** Finds records with the same phone number, or with a similar name and an address of the same company. They are only proposals. */
export async function findDuplicates(db: Kysely<Database>, email: string): Promise<Duplicate[]> {
  const emails = await listAddresses(db, email);
  const own = sql`any(${emails}::text[])`;
  const domains = emails
    .map((address) => address.slice(address.lastIndexOf("@") + 1))
    .filter((domain) => !publicProviders.has(domain));
  const { rows } = await sql<Duplicate>`
    with own as (
      select id, people.name from people where id = (select person_id from person_addresses where email = ${email})
    ), number as (
      select phone_digits(phone) as digits from pre_loi_assessments where email = ${own}
      union select phone_digits(phone) from linkedin_live_signups where email = ${own}
    ), candidate as (
      (select address.person_id, 'phone' as reason
      from number
      cross join lateral (
        select form.email from pre_loi_assessments as form where phone_digits(form.phone) = number.digits
        union all select form.email from linkedin_live_signups as form where phone_digits(form.phone) = number.digits
      ) as form
      join person_addresses as address on address.email = form.email
      limit ${maxCandidates})
      union all
      (select other.id, 'name'
      from own, (
        select person_id from person_addresses where split_part(email, '@', 2) = any(${domains}::text[]) limit ${maxCandidates}
      ) as address
      join people as other on other.id = address.person_id
      where name_similarity(other.name, own.name) >= ${minSimilarity})
    )
    select people.latest_form_id as lead_id, people.name, people.email, max(candidate.reason) as reason
    from candidate join people on people.id = candidate.person_id
    where people.id <> (select id from own)
    group by people.id
    order by max(candidate.reason) desc, people.latest_form_at desc, people.id
    limit ${maxDuplicates}`.execute(db);
  return rows;
}

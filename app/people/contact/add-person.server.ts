import { randomUUID } from "node:crypto";
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { isForeignKeyViolation } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { RecordChanges } from "#app/data/schema/people.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { listMailboxDomains, normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";

export type ContactDeps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: StaffActor };

/** A person who is known to staff and has sent no form. */
export type NewPerson = {
  name: string;
  /** In lower case. */
  email: string;
  phone: string | null;
  company: string | null;
  /** How the firm knows the person. It becomes the first note. */
  source: string | null;
  owner: { id: string; email: string } | null;
};

export type AddPersonOutcome =
  /** The id of the record is part of the URL of the person’s page. */
  | { ok: true; id: string }
  /** `known`: a person has an address of this mailbox. */
  | { ok: false; reason: "known"; email: string }
  /** `owner-gone`: the account was removed meanwhile. */
  | { ok: false; reason: "owner-gone" };

/** Adds the record of a person without a form. No consent is recorded, because the person has given none. */
export async function addPerson(deps: ContactDeps, person: NewPerson): Promise<AddPersonOutcome> {
  try {
    return await deps.db.transaction().execute(async (trx): Promise<AddPersonOutcome> => {
      // Submissions with this address wait until the transaction ends.
      await lockAddress(trx, person.email);
      const known = await findAddressOfMailbox(trx, person.email);
      if (known !== undefined) return { ok: false, reason: "known", email: known };
      return { ok: true, id: await insertPerson(deps, trx, person) };
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) return { ok: false, reason: "owner-gone" };
    throw error;
  }
}

/** A stranger can send any number of forms with addresses that differ in the characters that some providers ignore. */
const maxSimilarAddresses = 100;

/** Finds an address that delivers to the same mailbox, the address itself first. Of Fastmail, only addresses without a subdomain are found. */
async function findAddressOfMailbox(trx: Transaction<Database>, email: string): Promise<string | undefined> {
  const mailbox = normalizeMailbox(email);
  const comparable = (local: RawBuilder<unknown>) => sql`translate(split_part(${local}, '+', 1), '._-', '')`;
  const { rows } = await sql<{ email: string }>`
    select email from person_addresses
    where email = ${email} or (
      split_part(email, '@', 2) = any(${[...listMailboxDomains(email)]}::text[])
      and ${comparable(sql`split_part(email, '@', 1)`)} = ${comparable(sql`split_part(${mailbox}::text, '@', 1)`)}
    )
    order by email = ${email} desc, email = ${mailbox} desc, email limit ${maxSimilarAddresses}`.execute(trx);
  return rows.find((row) => normalizeMailbox(row.email) === mailbox)?.email;
}

async function insertPerson(
  { clock, persons, actor }: ContactDeps,
  trx: Transaction<Database>,
  { name, email, phone, company, source, owner }: NewPerson,
): Promise<string> {
  const id = randomUUID();
  const at = clock.now();
  // The revision is above 1, because staff have worked with the record. Until a form arrives, the record counts as the latest form.
  await sql`
    insert into people (id, name, company, owner_id, revision, created_at, updated_at, contact_phone, contact_phone_at, added_at,
      email, latest_form_id, latest_form, latest_form_at)
    values (${id}, ${name}, ${company}, ${owner?.id ?? null}, 2, ${at}, ${at}, ${phone}, ${phone === null ? null : at}, ${at},
      ${email}, ${id}, 'staff', ${at})`.execute(trx);
  await trx.insertInto("personAddresses").values({ email, personId: id }).execute();
  // The person may have opted out before the record was added.
  await sql`select refresh_person(${id})`.execute(trx);
  const changes: RecordChanges = {
    name,
    email,
    ...(phone === null ? {} : { phone }),
    ...(company === null ? {} : { company }),
    ...(owner === null ? {} : { owner: owner.email }),
  };
  await trx
    .insertInto("personNotes")
    .values({ personId: id, at, authorEmail: actor.email, outcome: null, body: source, changes })
    .execute();
  await recordAudit(trx, {
    action: "person-added",
    actor,
    subject: persons.subjectOf(email),
    details: source === null ? {} : { note: true },
  });
  return id;
}

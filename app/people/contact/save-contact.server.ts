import { sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { RecordChanges } from "#app/data/schema/people.ts";
import { findLastEmailTo } from "#app/email/outbox/emails-to-person.server.ts";
import { recordFieldNames } from "#app/people/follow-up/follow-up.messages.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { listAddresses, lockAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import type { ContactDeps } from "./add-person.server.ts";

export type ContactDetails = {
  name: string;
  /** In lower case. */
  email: string;
  /** Null removes the number that staff entered, so that the one in the forms is used. */
  phone: string | null;
};

export type SaveContactOutcome =
  | { ok: true }
  /**
   * `unknown`: the person was erased. `changed`: a colleague has saved or merged the record since, or a form has changed the displayed
   * details. `empty`: nothing to save. `taken`: the address belongs to another person.
   */
  | { ok: false; reason: "unknown" | "changed" | "empty" | "taken" };

/** The contact details of a record, as its page displays them. */
export function getContactDetails({ name, email, phone, contactPhone }: PersonRecord): ContactDetails {
  return { name, email, phone: contactPhone ?? phone };
}

/**
 * The record, its revision and the details that can change without a new revision: a form can replace the address and the number. Otherwise
 * someone who only corrects the name would store the earlier number as one that staff entered.
 */
export function getContactVersion(record: PersonRecord): string {
  const { email, phone } = getContactDetails(record);
  return [getRecordVersion(record), email, phone ?? ""].join(" ");
}

/**
 * Changes the contact details of a person, with a note and an entry in the audit log. A new address is added to the person and displayed
 * first. Forms and receipts stay as they are, and consent to calls that was recorded before does not cover a new number.
 * @param email any address of the person, in lower case
 * @param wanted with the version that the writer saw (`getContactVersion`)
 */
export async function saveContact(
  deps: ContactDeps,
  email: string,
  wanted: ContactDetails & { version: string },
): Promise<SaveContactOutcome> {
  return deps.db.transaction().execute(async (trx): Promise<SaveContactOutcome> => {
    await lockAddresses(trx, async () => [...new Set([...(await listAddresses(trx, email)), wanted.email])]);
    const record = await findPersonRecord(trx, email);
    if (record === undefined) return { ok: false, reason: "unknown" };
    if (getContactVersion(record) !== wanted.version) return { ok: false, reason: "changed" };
    const changes = describeChanges(record, wanted);
    if (Object.keys(changes).length === 0) return { ok: false, reason: "empty" };
    if (changes.email !== undefined && !(await addAddress(trx, record.id, wanted.email))) {
      return { ok: false, reason: "taken" };
    }
    await changeRecord(deps, trx, record, changes);
    if (changes.email !== undefined) await removeUnusedAddress(trx, record);
    await sql`select refresh_person(${record.id})`.execute(trx);
    await recordChange(deps, trx, record, changes);
    return { ok: true };
  });
}

function describeChanges(record: PersonRecord, wanted: ContactDetails): RecordChanges {
  const shown = getContactDetails(record);
  const fields = (["name", "email", "phone"] as const).filter((field) => {
    // An empty field removes only a number that staff entered.
    if (field === "phone" && wanted.phone === null && record.contactPhone === null) return false;
    return wanted[field] !== shown[field];
  });
  if (fields.length === 0) return {};
  return {
    ...Object.fromEntries(fields.map((field) => [field, wanted[field] ?? ""])),
    before: Object.fromEntries(fields.map((field) => [field, shown[field] ?? ""])),
  };
}

/** @returns false if the address belongs to another person */
async function addAddress(trx: Transaction<Database>, personId: string, email: string): Promise<boolean> {
  await trx
    .insertInto("personAddresses")
    .values({ email, personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await trx
    .selectFrom("personAddresses")
    .select("personId")
    .where("email", "=", email)
    .executeTakeFirst();
  return stored?.personId === personId;
}

async function changeRecord(
  { clock }: Pick<ContactDeps, "clock">,
  trx: Transaction<Database>,
  { id, contactEmail, contactPhone, contactPhoneAt, name }: PersonRecord,
  changes: RecordChanges,
): Promise<void> {
  const at = clock.now();
  const phone = changes.phone === "" ? null : changes.phone;
  await trx
    .updateTable("people")
    .set((eb) => ({
      name: changes.name ?? name,
      contactEmail: changes.email ?? contactEmail,
      contactPhone: phone === undefined ? contactPhone : phone,
      contactPhoneAt: phone === undefined ? contactPhoneAt : phone === null ? null : at,
      revision: eb("revision", "+", 1),
      updatedAt: at,
    }))
    .where("id", "=", id)
    .execute();
}

/** Removes an address that only staff entered, because it was probably misspelled. An address with stored data stays. */
async function removeUnusedAddress(trx: Transaction<Database>, { id, email }: PersonRecord): Promise<void> {
  await sql`
    delete from person_addresses as address
    where address.email = ${email} and person_id = ${id} and not is_address_used(${email})
      and not exists (select from bookings where ${email} in (person_email, attendee_email))
      and not exists (select from quarantined_submissions where input ->> 'email' = ${email})
      and not exists (select from person_merges where kept_id = address.person_id)
      and ${findLastEmailTo(sql`address.email`)} is null`.execute(trx);
}

async function recordChange(
  { clock, persons, actor }: Pick<ContactDeps, "clock" | "persons" | "actor">,
  trx: Transaction<Database>,
  { id, email }: PersonRecord,
  changes: RecordChanges,
): Promise<void> {
  await trx
    .insertInto("personNotes")
    .values({
      personId: id,
      at: clock.now(),
      authorEmail: actor.email,
      outcome: null,
      body: null,
      changes,
    })
    .execute();
  const names = (["name", "email", "phone"] as const).filter((field) => changes[field] !== undefined);
  const fields = names.map((field) => recordFieldNames[field].toLowerCase()).join(", ");
  // Each address gets an entry, so that a search of the audit log by either one finds the change.
  for (const address of new Set([email, changes.email ?? email])) {
    await recordAudit(trx, {
      action: "contact-changed",
      actor,
      subject: persons.subjectOf(address),
      details: { fields },
    });
  }
}

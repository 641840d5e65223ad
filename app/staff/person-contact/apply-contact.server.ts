import type { ContactDeps } from "#app/people/contact/add-person.server.ts";
import {
  type ContactDetails,
  getContactDetails,
  getContactVersion,
  saveContact,
} from "#app/people/contact/save-contact.server.ts";
import { findPersonRecord, type PersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { findLinkedPerson, type LinkedPerson } from "#app/people/profile/find-people.server.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { type ContactField, contactSchema, versionField } from "./contact.schema.ts";
import { contactRefusals } from "./person-contact.messages.ts";

export type ContactValues = Record<ContactField, string>;

/** The form after a refusal. */
export type ContactDraft = {
  values: Partial<ContactValues>;
  errors: Partial<ContactValues>;
  refusal?: string;
  /** The person who has the address already. */
  other?: LinkedPerson;
  /** The current details, if they or the record have changed since the form was opened. */
  current?: { version: string; values: ContactValues };
};

type Refusal = { ok: false; status: 409 | 422; draft: ContactDraft; shown?: string };

/**
 * Saves the form with the contact details of a person.
 * @returns undefined if the person was erased meanwhile; `shown` is an address of the person whose data the refusal contains
 */
export async function applyContact(
  deps: ContactDeps,
  record: PersonRecord,
  submitted: FormData,
): Promise<{ ok: true } | Refusal | undefined> {
  const form = parseForm(contactSchema, submitted);
  if (!form.ok) return { ok: false, status: 422, draft: { values: form.values, errors: form.fieldErrors } };
  const draft = { values: toContactValues(form.value), errors: {} };
  const version = submitted.get(versionField);
  const seen = typeof version === "string" ? version : "";
  const saved = await saveContact(deps, record.email, { ...form.value, version: seen });
  if (saved.ok) return saved;
  switch (saved.reason) {
    case "unknown":
      return undefined;
    case "empty":
      return { ok: false, status: 422, draft: { ...draft, refusal: contactRefusals.empty } };
    case "taken":
      return refuseTaken(deps, draft, form.value.email);
    case "changed": {
      const current = await findPersonRecord(deps.db, record.email);
      return current && refuseChanged(draft, current);
    }
  }
}

export function toContactValues({ name, email, phone }: ContactDetails): ContactValues {
  return { name, email, phone: phone ?? "" };
}

function refuseChanged(draft: ContactDraft, record: PersonRecord): Refusal {
  const current = { version: getContactVersion(record), values: toContactValues(getContactDetails(record)) };
  const refused = { ...draft, refusal: contactRefusals.changed, current };
  return { ok: false, status: 409, draft: refused, shown: record.email };
}

async function refuseTaken(
  { db }: Pick<ContactDeps, "db">,
  draft: ContactDraft,
  email: string,
): Promise<Refusal> {
  const other = await findLinkedPerson(db, email);
  const refusal = contactRefusals.taken(other?.name ?? email);
  const refused = { ...draft, refusal, ...(other === undefined ? {} : { other }) };
  return { ok: false, status: 409, draft: refused, shown: email };
}

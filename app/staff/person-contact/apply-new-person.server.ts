import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { addPerson, type ContactDeps } from "#app/people/contact/add-person.server.ts";
import { findLinkedPerson, type LinkedPerson } from "#app/people/profile/find-people.server.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { type NewPersonField, newPersonSchema } from "./contact.schema.ts";
import { contactErrors } from "./person-contact.messages.ts";

/** The form after a refusal. */
export type NewPersonDraft = {
  values: Partial<Record<NewPersonField, string>>;
  errors: Partial<Record<NewPersonField, string>>;
  /** The person who has the address already. */
  known?: LinkedPerson | undefined;
};

/**
 * Adds the person in a form.
 * @returns the id of the record, or the refused form; `known` is the address of a person whom the refusal names
 */
export async function applyNewPerson(
  deps: ContactDeps,
  submitted: FormData,
): Promise<
  { ok: true; id: string } | { ok: false; status: 409 | 422; draft: NewPersonDraft; known?: string }
> {
  const form = parseForm(newPersonSchema, submitted);
  if (!form.ok) return { ok: false, status: 422, draft: { values: form.values, errors: form.fieldErrors } };
  const { phone, source, owner: ownerId, company, ...typed } = form.value;
  const values = { ...typed, company, phone: phone ?? "", source: source ?? "", owner: ownerId };
  const refuseOwner = {
    ok: false,
    status: 422,
    draft: { values, errors: { owner: contactErrors.ownerUnknown } },
  } as const;
  const owner = ownerId === "" ? null : (await listColleagues(deps.db)).find(({ id }) => id === ownerId);
  if (owner === undefined) return refuseOwner;
  const added = await addPerson(deps, {
    ...typed,
    phone,
    source,
    owner,
    company: company === "" ? null : company,
  });
  if (added.ok) return added;
  if (added.reason === "owner-gone") return refuseOwner;
  const known = await findLinkedPerson(deps.db, added.email);
  return { ok: false, status: 409, draft: { values, errors: {}, known }, known: added.email };
}

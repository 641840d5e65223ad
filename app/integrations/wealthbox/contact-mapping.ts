import type { ConsentState, PersonStatus } from "#app/data/schema/people.ts";
import { splitName } from "#app/platform/text/split-name.ts";
import { chooseContactType } from "./contact-type.ts";
import type { WealthboxContact } from "./wealthbox-client.server.ts";
import type { WealthboxSettings } from "./wealthbox-settings.ts";

/** A person as Wealthbox gets it, in its contact and in the file for its import. */
export type MappedPerson = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
  status: PersonStatus;
  scoreLevel: string | null;
  attended: boolean;
  campaign: string | null;
  callConsent: ConsentState;
  emailConsent: ConsentState;
};

/** Tags with these beginnings are always the website's. */
const tagPrefixes = ["Lead: ", "Readiness: ", "Campaign: "] as const;

const statusTags: Record<PersonStatus, string> = {
  new: "Lead: New",
  contacted: "Lead: Contacted",
  booked: "Lead: Booked",
  client: "Lead: Client",
  "not-a-fit": "Lead: Not a fit",
};

/** Without consent, calls and emails are not permitted, whether the person opted out or did not agree. */
export function describeTags(
  person: Omit<MappedPerson, "id" | "name" | "email" | "phone" | "company">,
): string[] {
  const { status, scoreLevel, attended, campaign, callConsent, emailConsent } = person;
  return [
    statusTags[status],
    ...(scoreLevel === null ? [] : [`Readiness: ${scoreLevel}`]),
    ...(attended ? ["Attended event"] : []),
    // A comma separates tags.
    ...(campaign === null ? [] : [`Campaign: ${campaign.replaceAll(",", " ")}`]),
    ...(callConsent === "yes" ? [] : ["Do not call"]),
    ...(emailConsent === "yes" ? [] : ["Do not email"]),
  ];
}

/** Wealthbox requires a last name. */
const unknownLastName = "Unknown";

/** First and last name as Wealthbox stores them. */
export function splitForWealthbox(name: string): { firstName: string; lastName: string } {
  const { firstName, lastName } = splitName(name);
  return { firstName, lastName: lastName === "" ? unknownLastName : lastName };
}

/** The body of a new contact. @param assignedTo the id of a user; undefined for none */
export function toNewContact(
  person: MappedPerson,
  settings: WealthboxSettings,
  assignedTo: number | undefined,
) {
  const { firstName, lastName } = splitForWealthbox(person.name);
  const type = chooseContactType(person.status, settings);
  return {
    type: "Person",
    first_name: firstName,
    last_name: lastName,
    ...(person.company === null ? {} : { company_name: person.company }),
    ...(type === "" ? {} : { contact_type: type }),
    ...(settings.source === "" ? {} : { contact_source: settings.source }),
    ...(assignedTo === undefined ? {} : { assigned_to: assignedTo }),
    external_unique_id: person.id,
    email_addresses: [{ address: person.email, principal: true }],
    ...(person.phone === null ? {} : { phone_numbers: [{ address: person.phone, principal: true }] }),
    tags: listWantedTags(person, settings),
  };
}

/**
 * What an existing contact lacks. The firm may have changed the contact, so only empty fields are filled, and the type changes only from that
 * of prospects to that of clients.
 * @param tags from `mergeTags`
 * @returns an empty object if nothing is missing
 */
export function toContactChanges(
  person: MappedPerson,
  settings: WealthboxSettings,
  contact: WealthboxContact,
  { tags, assignedTo }: { tags: readonly string[]; assignedTo: number | undefined },
): Record<string, unknown> {
  return {
    ...fill("company_name", contact.company_name, person.company),
    ...changeType(person, settings, contact),
    ...fill("contact_source", contact.contact_source, settings.source),
    ...fill("assigned_to", contact.assigned_to, assignedTo),
    ...fill("external_unique_id", contact.external_unique_id, person.id),
    ...(hasEntries(contact.phone_numbers) || person.phone === null
      ? {}
      : { phone_numbers: [{ address: person.phone, principal: true }] }),
    ...(isSameSet(contact.tags ?? [], tags) ? {} : { tags }),
  };
}

function changeType(
  { status }: Pick<MappedPerson, "status">,
  settings: WealthboxSettings,
  { contact_type: current }: WealthboxContact,
): Record<string, FieldValue> {
  const type = chooseContactType(status, settings);
  const becomesClient = status === "client" && current === settings.prospectType;
  return fill("contact_type", becomesClient && current !== type ? "" : current, type);
}

function hasEntries(list: readonly unknown[] | null | undefined): boolean {
  return list !== null && list !== undefined && list.length > 0;
}

function isSameSet(existing: readonly string[], wanted: readonly string[]): boolean {
  const found = new Set(existing);
  return existing.length === wanted.length && wanted.every((each) => found.has(each));
}

type FieldValue = string | number | null | undefined;

/** Returns the field if the contact has no value for it and there is one. */
function fill(field: string, current: FieldValue, value: FieldValue): Record<string, FieldValue> {
  return isEmpty(current) && !isEmpty(value) ? { [field]: value } : {};
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === undefined || value === "";
}

/** The tags that a contact of the person gets from the website. */
export function listWantedTags(person: MappedPerson, { tag }: Pick<WealthboxSettings, "tag">): string[] {
  return [...(tag === "" ? [] : [tag]), ...describeTags(person)];
}

/**
 * Merges the tags of an existing contact with those of the person. Only tags that the website has added are removed, so the firm's own
 * tags remain, including “Do not call”.
 * @param own the tags that the website has added before
 * @returns the tags of the contact, and those of them that the website has added
 */
export function mergeTags(
  person: MappedPerson,
  settings: Pick<WealthboxSettings, "tag">,
  { existing, own }: { existing: readonly string[]; own: readonly string[] },
): { tags: string[]; own: string[] } {
  const wanted = listWantedTags(person, settings);
  const isOwn = (tag: string): boolean =>
    own.includes(tag) || tagPrefixes.some((prefix) => tag.startsWith(prefix));
  const kept = existing.filter((tag) => wanted.includes(tag) || !isOwn(tag));
  const added = wanted.filter((tag) => !existing.includes(tag));
  return { tags: [...kept, ...added], own: [...own.filter((tag) => kept.includes(tag)), ...added] };
}

/** Whether a contact has an address, ignoring case. */
export function hasAddress({ email_addresses }: WealthboxContact, email: string): boolean {
  return (email_addresses ?? []).some(({ address }) => address?.trim().toLowerCase() === email);
}

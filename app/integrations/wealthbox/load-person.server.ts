import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { TrafficClass } from "#app/data/schema/visitors.ts";
import type { HistoryEntry } from "./compose-note.ts";
import type { MappedPerson } from "./contact-mapping.ts";

/** A person with everything that Wealthbox gets. */
export type PersonToSend = MappedPerson & {
  /** All addresses, that of the latest form first. */
  emails: string[];
  latestFormId: string;
  trafficClass: TrafficClass | null;
  channel: string | null;
  ownerEmail: string | null;
  nextStep: string | null;
  /** ISO date. */
  nextStepOn: string | null;
  /** What is stored about the contact in Wealthbox; undefined if the person was not sent yet. */
  stored: StoredContact | undefined;
  /** Further contacts, after a merge. */
  otherContactIds: number[];
};

export type StoredContact = {
  contactId: number;
  tags: string[];
  task: { id: number; name: string; dueOn: string | null } | null;
};

/** @returns undefined if the person was erased or merged */
export async function loadPerson(db: Kysely<Database>, personId: string): Promise<PersonToSend | undefined> {
  const person = await db
    .selectFrom("people")
    .leftJoin("staffUsers as owner", "owner.id", "people.ownerId")
    .select([
      "people.id",
      "people.name",
      "people.email",
      "phone",
      "company",
      "status",
      "scoreLevel",
      "attended",
      "callConsent",
      "emailConsent",
      "latestFormId",
      "trafficClass",
      "nextStep",
      "nextStepOn",
      "owner.email as ownerEmail",
      sourceName("channel").as("channel"),
      sourceName("campaign").as("campaign"),
    ])
    .where("people.id", "=", personId)
    .executeTakeFirst();
  if (person === undefined) return undefined;
  const addresses = await db
    .selectFrom("personAddresses")
    .select("email")
    .where("personId", "=", personId)
    .orderBy("email")
    .execute();
  const [stored, ...others] = await listContacts(db, personId);
  return {
    ...person,
    emails: [...new Set([person.email, ...addresses.map(({ email }) => email)])],
    stored,
    otherContactIds: others.map(({ contactId }) => contactId),
  };
}

/** The name that staff see. */
function sourceName(kind: "channel" | "campaign") {
  const spelling = sql.ref(kind === "channel" ? "people.first_channel" : "people.first_campaign");
  return sql<string | null>`coalesce(
    (select name from source_names where source_names.kind = ${kind} and source_names.spelling = ${spelling}), ${spelling})`;
}

async function listContacts(db: Kysely<Database>, personId: string): Promise<StoredContact[]> {
  const rows = await db
    .selectFrom("wealthboxContacts")
    .select(["contactId", "tags", "taskId", "taskName", "taskDueOn"])
    .where("personId", "=", personId)
    .orderBy("createdAt")
    .orderBy("contactId")
    .execute();
  return rows.map(({ contactId, tags, taskId, taskName, taskDueOn }) => ({
    contactId,
    tags,
    task: taskId === null ? null : { id: taskId, name: taskName ?? "", dueOn: taskDueOn },
  }));
}

/** The forms and appointments of a person, oldest first. @param only the id of one of them; undefined for all */
export async function loadHistory(
  db: Kysely<Database>,
  emails: readonly string[],
  only: string | undefined,
): Promise<HistoryEntry[]> {
  const matches = (id: string) =>
    only === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(id)}::text = ${only}`;
  const assessments = await db
    .selectFrom("preLoiAssessments")
    .select(["createdAt", "score", "scoreLevel"])
    .where("email", "in", [...emails])
    .where(matches("id"))
    .execute();
  const signups = await db
    .selectFrom("linkedinLiveSignups as signup")
    .leftJoin("events as event", "event.id", "signup.eventId")
    .select(["signup.createdAt", "signup.state", "event.title", "event.startsAt", "event.timeZone"])
    .where("signup.email", "in", [...emails])
    .where(matches("signup.id"))
    .execute();
  const bookings = await db
    .selectFrom("bookings")
    .select(["startsAt", "state", "receivedAt as createdAt"])
    .where("personEmail", "in", [...emails])
    .where(matches("uid"))
    .execute();
  return [
    ...assessments.map((row) => ({ kind: "assessment", ...row }) as const),
    ...signups.map((row) => ({ kind: "signup", ...row }) as const),
    ...bookings.map((row) => ({ kind: "booking", ...row }) as const),
  ].toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

import type { Insertable, Kysely, Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { isForeignKeyViolation } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Outcome, PersonNotesTable, PersonStatus, RecordChanges } from "#app/data/schema/people.ts";
import { lockPerson } from "#app/people/profile/addresses-of-person.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { recordFieldNames } from "./follow-up.messages.ts";
import { findPersonRecord, type PersonRecord } from "./person-record.server.ts";

/** An outcome or a note, and the fields of the record as they should be. */
export type FollowUp = {
  /** The record that the writer saw. After a merge, the address belongs to another one. */
  recordId: string;
  /** Its revision that the writer saw. */
  revision: number;
  outcome: Outcome | null;
  note: string | null;
  status: PersonStatus;
  /** The account that follows up. */
  owner: { id: string; email: string } | null;
  company: string | null;
  nextStep: string | null;
  /** ISO date; only with a next step. */
  nextStepOn: string | null;
};

export type FollowUpResult =
  | { ok: true }
  /** `changed`: a colleague has saved or merged the record since. `owner-gone`: the account was removed meanwhile. `empty`: nothing to save. */
  | { ok: false; reason: "unknown" | "changed" | "owner-gone" | "empty" };

/** The author of changes that a report of the scheduler causes. */
export const schedulerName = "scheduler";

/** The author of the note that the trigger `assign_new_person` adds when it assigns a new person in turn. */
export const rotationName = "rotation";

export type FollowUpDeps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: StaffActor };

/**
 * Adds a note to a person and changes the record, in one transaction. The audit log names the changed fields and the outcome, without the
 * text.
 * @param email of the person, in lower case
 */
export async function saveFollowUp(
  deps: FollowUpDeps,
  email: string,
  wanted: FollowUp,
): Promise<FollowUpResult> {
  try {
    return await deps.db.transaction().execute((trx) => saveLocked(deps, trx, email, wanted));
  } catch (error) {
    if (isForeignKeyViolation(error)) return { ok: false, reason: "owner-gone" };
    throw error;
  }
}

async function saveLocked(
  deps: FollowUpDeps,
  trx: Transaction<Database>,
  email: string,
  wanted: FollowUp,
): Promise<FollowUpResult> {
  // An erasure or another change of this person waits.
  await lockPerson(trx, email);
  const record = await findPersonRecord(trx, email);
  if (record === undefined) return { ok: false, reason: "unknown" };
  return saveToRecord(deps, trx, { email, record }, wanted);
}

type RecordDeps = Pick<FollowUpDeps, "clock" | "persons"> & {
  /** An actor without an account is the scheduler. */
  actor: StaffActor | { kind: "nobody" };
};

/** Like `saveFollowUp`, in a transaction that has locked the person. */
export async function saveToRecord(
  deps: RecordDeps,
  trx: Transaction<Database>,
  { email, record }: { email: string; record: PersonRecord },
  wanted: FollowUp,
): Promise<FollowUpResult> {
  const isCurrent = record.id === wanted.recordId && record.revision === wanted.revision;
  if (!isCurrent) return { ok: false, reason: "changed" };
  const { ownerEmail, ...next } = toNextRecord(record, wanted);
  const changes = describeChanges(record, { ...next, ownerEmail });
  const isEmpty = Object.keys(changes).length === 0 && wanted.outcome === null && wanted.note === null;
  if (isEmpty) return { ok: false, reason: "empty" };
  const at = deps.clock.now();
  await trx
    .updateTable("people")
    .set((eb) => ({ ...next, revision: eb("revision", "+", 1), updatedAt: at }))
    .where("id", "=", record.id)
    .execute();
  const { outcome, note } = wanted;
  const authorEmail = deps.actor.kind === "staff" ? deps.actor.email : schedulerName;
  await trx
    .insertInto("personNotes")
    .values({ personId: record.id, at, authorEmail, body: note, changes, ...toOutcomeColumns(outcome) })
    .execute();
  await recordFollowUp(deps, trx, email, { wanted, changes });
  return { ok: true };
}

/** The columns of `person_notes` that store an outcome. */
export function toOutcomeColumns(
  outcome: Outcome | null,
): Pick<Insertable<PersonNotesTable>, "outcome" | "emailed"> {
  return outcome === "emailed" ? { outcome: null, emailed: true } : { outcome, emailed: false };
}

/** Records what was done, without the text. */
async function recordFollowUp(
  { persons, actor }: Pick<RecordDeps, "persons" | "actor">,
  trx: Transaction<Database>,
  email: string,
  { wanted: { outcome, note }, changes }: { wanted: FollowUp; changes: RecordChanges },
): Promise<void> {
  const fields = describeFields(changes);
  await recordAudit(trx, {
    action: "person-updated",
    actor,
    subject: persons.subjectOf(email),
    details: {
      ...(outcome === null ? {} : { outcome }),
      ...(changes.status === undefined ? {} : { status: changes.status }),
      ...(fields === "" ? {} : { fields }),
      ...(note === null ? {} : { note: true }),
      ...(actor.kind === "staff" ? {} : { by: schedulerName }),
    },
  });
}

/** The record after the follow-up. */
function toNextRecord(record: PersonRecord, wanted: FollowUp): NextRecord {
  const { owner, company, nextStep, nextStepOn } = wanted;
  const next = {
    status: chooseStatus(record.status, wanted),
    ownerId: owner?.id ?? null,
    ownerEmail: owner?.email ?? "",
    company,
  };
  return isStepEnded(record, wanted)
    ? { ...next, nextStep: null, nextStepOn: null }
    : { ...next, nextStep, nextStepOn };
}

/** “Not a fit” ends the stored next step, and not one that the writer entered at the same time. */
function isStepEnded(record: PersonRecord, { outcome, status, nextStep, nextStepOn }: FollowUp): boolean {
  const isUnfitNow = outcome === "not-a-fit" || (status === "not-a-fit" && status !== record.status);
  return isUnfitNow && nextStep === record.nextStep && nextStepOn === record.nextStepOn;
}

/**
 * The outcome determines the status, unless the writer chose another one. A call or an email to a client or a booked person does not change
 * it.
 */
function chooseStatus(current: PersonStatus, { outcome, status }: FollowUp): PersonStatus {
  if (status !== current) return status;
  switch (outcome) {
    case "booked":
    case "not-a-fit":
      return outcome;
    case "reached":
    case "left-message":
    case "emailed":
      return current === "new" ? "contacted" : current;
    case null:
      return current;
  }
}

/** @example "status, next step" */
function describeFields(changes: RecordChanges): string {
  const names = Object.entries(recordFieldNames).filter(([field]) => Object.hasOwn(changes, field));
  return names.map(([, name]) => name.toLowerCase()).join(", ");
}

type NextRecord = Pick<PersonRecord, "status" | "ownerId" | "company" | "nextStep" | "nextStepOn"> & {
  ownerEmail: string;
};

function describeChanges(record: PersonRecord, next: NextRecord): RecordChanges {
  const changed = (field: "company" | "nextStep" | "nextStepOn"): RecordChanges =>
    record[field] === next[field] ? {} : { [field]: next[field] ?? "" };
  return {
    ...(record.status === next.status ? {} : { status: next.status }),
    ...(record.ownerId === next.ownerId ? {} : { owner: next.ownerEmail }),
    ...changed("company"),
    ...changed("nextStep"),
    ...changed("nextStepOn"),
  };
}

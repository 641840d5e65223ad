import type { Transaction } from "kysely";
import { isForeignKeyViolation } from "#app/data/connection/postgres-errors.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import type { PersonRecord } from "./person-record.server.ts";
import {
  type FollowUp,
  type FollowUpDeps,
  type FollowUpResult,
  saveToRecord,
} from "./save-follow-up.server.ts";

/** More would hold the locks of one transaction for several seconds. */
export const maxPeopleAtOnce = 500;

/** A person and the revision of the record that the writer saw. */
export type SelectedPerson = { id: string; revision: number };

/** The fields to change. Others keep their values. A date without a step changes the date of people who have a step. */
export type PeopleChange = Partial<Pick<FollowUp, "status" | "owner" | "nextStep" | "nextStepOn">>;

export type PeopleChangeResult =
  | {
      ok: true;
      changed: number;
      /** Names of people whose record a colleague has saved since. */
      changedMeanwhile: string[];
      /** People who were erased since. */
      erased: number;
      /** People who already had these values. */
      unchanged: number;
      /** Names of people without a next step, for whom a date alone was not stored. */
      withoutStep: string[];
    }
  /** The account was removed meanwhile, and nothing was changed. */
  | { ok: false; reason: "owner-gone" };

/**
 * Changes the records of several people in one transaction, each with a note and an entry in the audit log like `saveFollowUp`. A repeated
 * call changes nothing, because the revisions have changed.
 * @param selected at most `maxPeopleAtOnce`
 */
export async function changePeople(
  deps: FollowUpDeps,
  selected: readonly SelectedPerson[],
  change: PeopleChange,
): Promise<PeopleChangeResult> {
  if (selected.length > maxPeopleAtOnce) throw new Error(`More than ${maxPeopleAtOnce} people.`);
  try {
    return await deps.db.transaction().execute((trx) => changeLocked(deps, trx, selected, change));
  } catch (error) {
    if (isForeignKeyViolation(error)) return { ok: false, reason: "owner-gone" };
    throw error;
  }
}

async function changeLocked(
  deps: FollowUpDeps,
  trx: Transaction<Database>,
  selected: readonly SelectedPerson[],
  change: PeopleChange,
): Promise<PeopleChangeResult> {
  const result: Report = {
    ok: true,
    changed: 0,
    changedMeanwhile: [],
    erased: 0,
    unchanged: 0,
    withoutStep: [],
  };
  const records = await lockRecords(
    trx,
    selected.map(({ id }) => id),
  );
  for (const { id, revision } of selected) {
    const record = records.get(id);
    if (record === undefined) {
      result.erased += 1;
      continue;
    }
    const hasStep = (change.nextStep ?? record.nextStep) !== null;
    const wanted = { ...keepValues(record), ...change, revision };
    const saved = await saveToRecord(
      deps,
      trx,
      { email: record.email, record },
      hasStep ? wanted : { ...wanted, nextStepOn: null },
    );
    addResult(result, record.name, { saved, isDateLost: !hasStep && wanted.nextStepOn !== null });
  }
  return result;
}

type Report = Extract<PeopleChangeResult, { ok: true }>;

/** @param isDateLost the date was not stored, because the person has no next step */
function addResult(
  result: Report,
  name: string,
  { saved, isDateLost }: { saved: FollowUpResult; isDateLost: boolean },
): void {
  if (!saved.ok && saved.reason === "changed") {
    result.changedMeanwhile.push(name);
    return;
  }
  if (saved.ok) result.changed += 1;
  else if (!isDateLost) result.unchanged += 1;
  if (isDateLost) result.withoutStep.push(name);
}

/**
 * Locks the addresses of the people, and then their records.
 */
async function lockRecords(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonRecord>> {
  if (ids.length === 0) return new Map();
  await lockAddresses(trx, async () => {
    const addresses = trx
      .selectFrom("personAddresses")
      .select("email")
      .where("personId", "in", [...ids]);
    return (await addresses.execute()).map(({ email }) => email);
  });
  const records = await trx
    .selectFrom("people")
    .select([
      "id",
      "email",
      "name",
      "company",
      "phone",
      "contactEmail",
      "contactPhone",
      "contactPhoneAt",
      "addedAt",
      "status",
      "ownerId",
      "nextStep",
      "nextStepOn",
      "revision",
    ])
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(records.map((record) => [record.id, record]));
}

/** The current values of a record, as a follow-up that changes nothing. */
export function keepValues({ id, status, ownerId, company, nextStep, nextStepOn }: PersonRecord) {
  // The address of an owner is stored only if the owner changes.
  const owner = ownerId === null ? null : { id: ownerId, email: "" };
  return { recordId: id, outcome: null, note: null, status, owner, company, nextStep, nextStepOn };
}

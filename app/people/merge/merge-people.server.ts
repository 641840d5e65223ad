import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { PersonStatus } from "#app/data/schema/people.ts";
import { lockAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import type { Clock } from "#app/platform/clock.ts";

/** The status of a merged record is the later one in this order. */
const statusOrder = ["new", "not-a-fit", "contacted", "booked", "client"] as const satisfies PersonStatus[];

export type MergeDeps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: StaffActor };

/** A record and the revision that the colleague saw. */
export type SeenRecord = { id: string; revision: number };

export type MergeResult =
  | { ok: true; mergeId: number }
  /**
   * `same`: both ids are those of one record. `unknown`: one was erased or merged in the meantime. `changed`: a colleague has saved one of them
   * since.
   */
  | { ok: false; reason: "same" | "unknown" | "changed" };

/**
 * Merges two records in one transaction: the addresses and notes of one move to the other, whose empty fields take its values. The removed
 * record is stored, so that `undoMerge` can restore it.
 */
export async function mergePeople(
  deps: MergeDeps,
  { kept, removed }: { kept: SeenRecord; removed: SeenRecord },
): Promise<MergeResult> {
  if (kept.id === removed.id) return { ok: false, reason: "same" };
  return deps.db.transaction().execute(async (trx): Promise<MergeResult> => {
    const { emails, records } = await lockPeople(trx, [kept.id, removed.id]);
    if (records.length < 2) return { ok: false, reason: "unknown" };
    const isCurrent = ({ id, revision }: SeenRecord): boolean =>
      records.some((record) => record.id === id && record.revision === revision);
    if (!isCurrent(kept) || !isCurrent(removed)) return { ok: false, reason: "changed" };
    const mergeId = await changeRecords(deps, trx, { keptId: kept.id, removedId: removed.id });
    await recordForEach(deps, trx, { action: "people-merged", emails });
    return { ok: true, mergeId };
  });
}

/**
 * Merges two people in a transaction that is rolled back, so that a preview always contains what a merge would do.
 * @param read reads what the preview displays from the changed data
 * @returns undefined if one of the people was erased or merged in the meantime
 */
export async function previewMerge<Result>(
  deps: Omit<MergeDeps, "persons">,
  { keptId, removedId }: { keptId: string; removedId: string },
  read: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result | undefined> {
  const trx = await deps.db.startTransaction().execute();
  try {
    const { records } = await lockPeople(trx, [keptId, removedId]);
    if (records.length < 2) return undefined;
    await changeRecords(deps, trx, { keptId, removedId });
    return await read(trx);
  } finally {
    await trx.rollback().execute();
  }
}

/** Locks people and all of their addresses. */
async function lockPeople(trx: Transaction<Database>, ids: readonly string[]) {
  const emails = await lockAddressesOfPeople(trx, ids);
  const records = await trx
    .selectFrom("people")
    .select(["id", "revision"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
  return { emails, records };
}

/** Makes all changes of a merge except for the entries in the audit log. @returns the id of the merge */
async function changeRecords(
  deps: Pick<MergeDeps, "clock" | "actor">,
  trx: Transaction<Database>,
  ids: { keptId: string; removedId: string },
): Promise<number> {
  const mergeId = await storeMerge(deps, trx, ids);
  await moveToKept(trx, mergeId);
  await chooseNumber(trx, mergeId);
  await changeKeptRecord(deps, trx, mergeId);
  return mergeId;
}

/** Locks all addresses of people, and returns them. */
async function lockAddressesOfPeople(trx: Transaction<Database>, ids: readonly string[]): Promise<string[]> {
  return lockAddresses(trx, async () => {
    const addresses = trx
      .selectFrom("personAddresses")
      .select("email")
      .where("personId", "in", [...ids]);
    return (await addresses.execute()).map(({ email }) => email);
  });
}

/** Adds an entry to the audit log for each address, so that a search of the log by any of them finds it. */
export async function recordForEach(
  { persons, actor }: Pick<MergeDeps, "persons" | "actor">,
  trx: Transaction<Database>,
  entry: { action: "people-merged" | "merge-undone"; emails: readonly string[]; removedConsents?: number },
): Promise<void> {
  const { action, emails, removedConsents = 0 } = entry;
  for (const email of emails) {
    await recordAudit(trx, {
      action,
      actor,
      subject: persons.subjectOf(email),
      details: { addresses: emails.length, ...(removedConsents === 0 ? {} : { removedConsents }) },
    });
  }
}

/** Stores both records before they change, and the rows that will move. @returns the id of the merge */
async function storeMerge(
  { clock, actor }: Pick<MergeDeps, "clock" | "actor">,
  trx: Transaction<Database>,
  { keptId, removedId }: { keptId: string; removedId: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into person_merges (kept_id, removed_id, merged_at, merged_by, removed, moved, kept_before, kept_after)
    select ${keptId}::uuid, removed.id, ${clock.now()}::timestamptz, ${actor.email}::text, to_jsonb(removed), jsonb_build_object(
      'addresses', coalesce((select jsonb_agg(email) from person_addresses where person_id = removed.id), '[]'),
      'notes', coalesce((select jsonb_agg(id) from person_notes where person_id = removed.id), '[]'),
      'merges', coalesce((select jsonb_agg(id) from person_merges where kept_id = removed.id), '[]')
    ), to_jsonb(kept), '{}'
    from people as removed, people as kept
    where removed.id = ${removedId} and kept.id = ${keptId}
    returning id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error("The merge was not stored.");
  return row.id;
}

async function moveToKept(trx: Transaction<Database>, mergeId: number): Promise<void> {
  for (const table of ["person_addresses", "person_notes"]) {
    await sql`
      update ${sql.table(table)} as moved set person_id = merge.kept_id from person_merges as merge
      where merge.id = ${mergeId} and moved.person_id = merge.removed_id`.execute(trx);
  }
  await sql`
    update person_merges as earlier set kept_id = merge.kept_id from person_merges as merge
    where merge.id = ${mergeId} and earlier.kept_id = merge.removed_id`.execute(trx);
  await sql`
    delete from people using person_merges as merge
    where merge.id = ${mergeId} and people.id = merge.removed_id`.execute(trx);
}

/**
 * Takes the number that staff entered in the removed record if the kept one has none. A number that may be called has priority, because staff
 * did not replace it with the number of the other record.
 */
async function chooseNumber(trx: Transaction<Database>, mergeId: number): Promise<void> {
  await sql`select refresh_consent(kept_id) from person_merges where id = ${mergeId}`.execute(trx);
  await sql`
    update people as kept set contact_phone = removed.contact_phone, contact_phone_at = removed.contact_phone_at
    from person_merges as merge, jsonb_populate_record(null::people, merge.removed) as removed,
      jsonb_populate_record(null::people, merge.kept_before) as before
    where merge.id = ${mergeId} and kept.id = merge.kept_id
      and not (before.call_consent = 'yes' and before.phone is not null)
      and (
        kept.contact_phone is null
        or (kept.call_consent = 'yes' and removed.call_consent = 'yes' and removed.phone is not null)
      )`.execute(trx);
}

/** Fills empty fields, takes the later status and the earlier times, and computes the columns that depend on the addresses. */
async function changeKeptRecord(
  { clock }: Pick<MergeDeps, "clock">,
  trx: Transaction<Database>,
  mergeId: number,
): Promise<void> {
  const removed = sql`jsonb_populate_record(null::people, merge.removed) as removed`;
  await sql`
    update people as kept set
      status = (array[kept.status, removed.status])[case when
        array_position(${[...statusOrder]}::text[], removed.status) > array_position(${[...statusOrder]}::text[], kept.status)
        then 2 else 1 end],
      owner_id = coalesce(kept.owner_id, removed.owner_id),
      company = coalesce(kept.company, removed.company),
      contact_email = coalesce(kept.contact_email, removed.contact_email),
      added_at = coalesce(kept.added_at, removed.added_at),
      next_step = coalesce(kept.next_step, removed.next_step),
      next_step_on = case when kept.next_step is null then removed.next_step_on else kept.next_step_on end,
      created_at = least(kept.created_at, removed.created_at),
      revision = kept.revision + 1,
      updated_at = ${clock.now()}
    from person_merges as merge, ${removed}
    where merge.id = ${mergeId} and kept.id = merge.kept_id`.execute(trx);
  // In a second statement, because a trigger computes these times when the status changes.
  await sql`
    update people as kept set
      contacted_at = least((merge.kept_before ->> 'contacted_at')::timestamptz, removed.contacted_at),
      booked_at = least((merge.kept_before ->> 'booked_at')::timestamptz, removed.booked_at),
      client_at = least((merge.kept_before ->> 'client_at')::timestamptz, removed.client_at)
    from person_merges as merge, ${removed}
    where merge.id = ${mergeId} and kept.id = merge.kept_id`.execute(trx);
  await sql`
    select refresh_person(kept_id) from person_merges where id = ${mergeId}`.execute(trx);
  await sql`
    update person_merges as merge set kept_after = to_jsonb(kept) from people as kept
    where merge.id = ${mergeId} and kept.id = merge.kept_id`.execute(trx);
}

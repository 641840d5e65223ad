import { type Kysely, sql, type Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { removeStaffConsent } from "#app/intake/consent/record-consent.server.ts";
import { lockAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { type MergeDeps, recordForEach } from "./merge-people.server.ts";
import { undoDays } from "./undo-days.ts";

export type UndoResult =
  /** `removedConsents`: receipts of consent that staff had recorded since the merge. */
  | { ok: true; removedConsents: number }
  /**
   * `unknown`: the merge was undone already, or the person was erased, or the undo period is over and the data was deleted. `expired`: the
   * period is over. `later-merge`: another record was merged into this one since.
   */
  | { ok: false; reason: "unknown" | "expired" | "later-merge" };

/**
 * Restores the record that a merge removed, with its addresses, notes and values. Notes and changes since the merge stay with the kept
 * record; a field that has not changed since gets its value from before the merge. Consent that staff recorded since the merge is deleted from
 * all addresses, because it is not known which of the two people gave it. Opt-outs since the merge remain.
 * @param mergeId from `mergePeople` or `findLatestMerge`
 */
export async function undoMerge(deps: MergeDeps, mergeId: number): Promise<UndoResult> {
  return deps.db.transaction().execute(async (trx): Promise<UndoResult> => {
    const emails = await lockMerge(trx, mergeId);
    const merge = await trx
      .selectFrom("personMerges")
      .select(["keptId", "mergedAt"])
      .where("id", "=", mergeId)
      .forUpdate()
      .executeTakeFirst();
    if (merge === undefined) return { ok: false, reason: "unknown" };
    if (merge.mergedAt < earliestUndo(deps.clock.now())) return { ok: false, reason: "expired" };
    const latest = await findLatestMerge(trx, merge.keptId, deps.clock.now());
    if (latest?.id !== mergeId) return { ok: false, reason: "later-merge" };
    await restoreRemoved(trx, mergeId);
    await restoreKept(deps, trx, mergeId);
    const removedConsents = await removeStaffConsent(trx, emails, merge.mergedAt);
    await sql`
      select refresh_person(person) from person_merges, unnest(array[kept_id, removed_id]) as person
      where id = ${mergeId}`.execute(trx);
    await trx.deleteFrom("personMerges").where("id", "=", mergeId).execute();
    await recordForEach(deps, trx, { action: "merge-undone", emails, removedConsents });
    return { ok: true, removedConsents };
  });
}

/** The latest merge into a record, if it can still be undone. */
export async function findLatestMerge(db: Kysely<Database>, keptId: string, now: Date) {
  return db
    .selectFrom("personMerges")
    .select(["id", "mergedAt", "mergedBy"])
    .select(sql<string>`removed ->> 'name'`.as("name"))
    .where("keptId", "=", keptId)
    .where("mergedAt", ">=", earliestUndo(now))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

function earliestUndo(now: Date): Date {
  return new Date(now.getTime() - undoDays * 24 * 3_600_000);
}

/** Locks the addresses of the kept record, which include those of the removed one. */
async function lockMerge(trx: Transaction<Database>, mergeId: number): Promise<string[]> {
  return lockAddresses(trx, async () => {
    const addresses = trx
      .selectFrom("personAddresses as address")
      .innerJoin("personMerges as merge", "merge.keptId", "address.personId")
      .select("address.email")
      .where("merge.id", "=", mergeId);
    return (await addresses.execute()).map(({ email }) => email);
  });
}

async function restoreRemoved(trx: Transaction<Database>, mergeId: number): Promise<void> {
  const merge = sql`(select * from person_merges where id = ${mergeId}) as merge`;
  // The columns that are computed from the forms are refreshed afterwards. An account may have been removed meanwhile.
  await sql`
    insert into people (id, name, company, status, owner_id, next_step, next_step_on, revision, created_at, updated_at,
      contacted_at, booked_at, client_at, email, latest_form_id, latest_form, latest_form_at,
      contact_email, contact_phone, contact_phone_at, added_at)
    select removed.id, removed.name, removed.company, removed.status, account.id, removed.next_step, removed.next_step_on,
      greatest(removed.revision, kept.revision) + 1, removed.created_at, removed.updated_at, removed.contacted_at, removed.booked_at, removed.client_at,
      removed.email, removed.latest_form_id, removed.latest_form, removed.latest_form_at,
      removed.contact_email, removed.contact_phone, removed.contact_phone_at, removed.added_at
    from ${merge} join people as kept on kept.id = merge.kept_id, jsonb_populate_record(null::people, merge.removed) as removed
    left join staff_users as account on account.id = removed.owner_id`.execute(trx);
  await sql`
    update person_addresses as moved set person_id = merge.removed_id from ${merge}
    where moved.person_id = merge.kept_id and merge.moved -> 'addresses' ? moved.email`.execute(trx);
  await sql`
    update person_notes as moved set person_id = merge.removed_id from ${merge}
    where moved.person_id = merge.kept_id and merge.moved -> 'notes' @> to_jsonb(moved.id)`.execute(trx);
  await sql`
    update person_merges as earlier set kept_id = merge.removed_id from ${merge}
    where earlier.kept_id = merge.kept_id and merge.moved -> 'merges' @> to_jsonb(earlier.id)`.execute(trx);
}

/** Each field that still has the value of the merge gets the one from before it. */
async function restoreKept(
  { clock }: Pick<MergeDeps, "clock">,
  trx: Transaction<Database>,
  mergeId: number,
): Promise<void> {
  const restored = (column: string) => sql`
    ${sql.ref(column)} = case
      when kept.${sql.ref(column)} is not distinct from after.${sql.ref(column)} then before.${sql.ref(column)}
      else kept.${sql.ref(column)} end`;
  const update = (assignments: readonly ReturnType<typeof restored>[]) => sql`
    update people as kept set ${sql.join(assignments)}
    from person_merges as merge, jsonb_populate_record(null::people, merge.kept_before) as before,
      jsonb_populate_record(null::people, merge.kept_after) as after
    where merge.id = ${mergeId} and kept.id = merge.kept_id`;
  const { rows } = await sql<{ isStatusUnchanged: boolean }>`
    select kept.status = merge.kept_after ->> 'status' as is_status_unchanged
    from person_merges as merge join people as kept on kept.id = merge.kept_id where merge.id = ${mergeId}`.execute(
    trx,
  );
  await update([
    ...["status", "company", "createdAt", "contactEmail", "contactPhone", "contactPhoneAt", "addedAt"].map(
      restored,
    ),
    // The date belongs to the step. An account may have been removed meanwhile.
    sql`owner_id = case when kept.owner_id is not distinct from after.owner_id
      then (select id from staff_users where id = before.owner_id) else kept.owner_id end`,
    sql`next_step = case when (kept.next_step, kept.next_step_on) is not distinct from (after.next_step, after.next_step_on)
      then before.next_step else kept.next_step end`,
    sql`next_step_on = case when (kept.next_step, kept.next_step_on) is not distinct from (after.next_step, after.next_step_on)
      then before.next_step_on else kept.next_step_on end`,
    // Above both, so that a form from before the undo has neither of these revisions.
    sql`revision = greatest(kept.revision, (merge.removed ->> 'revision')::integer) + 1`,
    sql`updated_at = ${clock.now()}`,
  ]).execute(trx);
  // In a second statement, because a trigger computes these times when the status changes.
  if (rows[0]?.isStatusUnchanged === true) {
    await sql`
      update people as kept set contacted_at = before.contacted_at, booked_at = before.booked_at, client_at = before.client_at
      from person_merges as merge, jsonb_populate_record(null::people, merge.kept_before) as before
      where merge.id = ${mergeId} and kept.id = merge.kept_id`.execute(trx);
  }
}

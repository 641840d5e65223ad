import { type Insertable, type Kysely, sql, type Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { PromoterRecordsTable, RegulatoryFilingsTable } from "#app/data/schema/regulatory-records.ts";
import type { Clock } from "#app/platform/clock.ts";
import { combineEntries, type FiledVersion } from "./combine-entries.ts";

type Deps = { db: Kysely<Database>; clock: Clock; actor: StaffActor; clientAddress: string };
type Entered = "id" | "enteredAt" | "enteredBy";

export type NewFiling = Omit<Insertable<RegulatoryFilingsTable>, Entered>;
export type NewPromoter = Omit<Insertable<PromoterRecordsTable>, Entered>;

/** Far more than a firm has in the years of retention. */
const maxRows = 500;

/** Stores dates of a version of a document. Earlier entries are kept. */
export async function saveFiling(
  { db, clock, actor, clientAddress }: Deps,
  filing: NewFiling,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const entered = { enteredAt: clock.now(), enteredBy: actor.email };
    await trx
      .insertInto("regulatoryFilings")
      .values({ ...filing, ...entered })
      .execute();
    const { document, versionOn } = filing;
    const details = { document, version: versionOn };
    await recordAudit(trx, { action: "filing-saved", actor, details, clientAddress });
  });
}

/** The versions of all documents with their dates, by document and newest version first. */
export async function listFilings(db: Kysely<Database>): Promise<FiledVersion[]> {
  const entries = await db
    .selectFrom("regulatoryFilings")
    .selectAll()
    .orderBy("document")
    .orderBy("versionOn", "desc")
    .orderBy("id")
    .execute();
  return combineEntries(entries);
}

export async function savePromoter(
  { db, clock, actor, clientAddress }: Deps,
  promoter: NewPromoter,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto("promoterRecords")
      .values({ ...promoter, enteredAt: clock.now(), enteredBy: actor.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(trx, { action: "promoter-saved", actor, subject: `promoter:${id}`, clientAddress });
  });
}

/** Newest first. */
export async function listPromoters(db: Kysely<Database>) {
  return db.selectFrom("promoterRecords").selectAll().orderBy("id", "desc").limit(maxRows).execute();
}

/** Deletions that have begun end before a hold is placed, so that nothing is deleted afterward. */
export async function placeHold({ db, clock, actor, clientAddress }: Deps, reason: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${holdLock})`.execute(trx);
    const { id } = await trx
      .insertInto("legalHolds")
      .values({ reason, placedAt: clock.now(), placedBy: actor.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(trx, { action: "legal-hold-placed", actor, subject: `hold:${id}`, clientAddress });
  });
}

/** @returns false if the hold does not exist or was released before */
export async function releaseHold(
  { db, clock, actor, clientAddress }: Deps,
  { id, reason }: { id: number; reason: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into legal_hold_releases (hold_id, reason, released_at, released_by)
      select id, ${reason}, ${clock.now()}, ${actor.email} from legal_holds where id = ${id}
      on conflict do nothing returning hold_id`.execute(trx);
    if (rows.length === 0) return false;
    await recordAudit(trx, { action: "legal-hold-released", actor, subject: `hold:${id}`, clientAddress });
    return true;
  });
}

/** Holds that are not released first, then newest first. */
export async function listHolds(db: Kysely<Database>) {
  return db
    .selectFrom("legalHolds as hold")
    .leftJoin("legalHoldReleases as release", "release.holdId", "hold.id")
    .select(["hold.id", "hold.reason", "hold.placedAt", "hold.placedBy"])
    .select(["release.reason as releaseReason", "release.releasedAt", "release.releasedBy"])
    .orderBy(sql`release.hold_id is not null`)
    .orderBy("hold.id", "desc")
    .limit(maxRows)
    .execute();
}

const holdLock = sql`hashtextextended('legal hold', 0)`;

/** Whether a hold is in effect. Until the transaction ends, none can be placed. Call it immediately before a deletion. */
export async function lockLegalHold(trx: Transaction<Database>): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(${holdLock})`.execute(trx);
  return hasLegalHold(trx);
}

/** Runs a deletion by a colleague, unless a hold is in effect. No hold can be placed until the deletion ends. */
export async function deleteUnlessHeld<Result>(
  db: Kysely<Database>,
  remove: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result | "held"> {
  return db.transaction().execute(async (trx) => ((await lockLegalHold(trx)) ? "held" : remove(trx)));
}

/** Whether a hold is in effect, so that no lead data is deleted automatically. */
export async function hasLegalHold(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select exists (
      select from legal_holds where id not in (select hold_id from legal_hold_releases)
    ) as is_held`.execute(db);
  return rows[0]?.isHeld === true;
}

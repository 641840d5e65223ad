import type { Kysely, Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { formatCents } from "./spend.ts";

export type SpendKind = "channel" | "campaign";

/** What a source cost in a month. */
export type Spend = {
  kind: SpendKind;
  name: string;
  /** ISO date of its first day. */
  month: string;
  /** Zero removes the entry. */
  cents: number;
  /** The revision of the entry that the writer saw; 0 without one. */
  revision: number;
};

/** An entry as it is stored. */
export type SpendEntry = Spend & { id: string; enteredBy: string; enteredAt: Date };

export type SpendResult =
  | { ok: true }
  /** A colleague has saved or removed the entry since. `current` is the stored entry. */
  | { ok: false; current: SpendEntry | undefined };

type Deps = { db: Kysely<Database>; clock: Clock; actor: StaffActor };

const columns = ["id", "kind", "name", "month", "cents", "revision", "enteredBy", "enteredAt"] as const;

/** Saves what a source cost in a month, unless a colleague has changed it since the writer saw it. */
export async function saveSpend({ db, clock, actor }: Deps, spend: Spend): Promise<SpendResult> {
  return db.transaction().execute(async (trx) => {
    const stored = await findSpend(trx, spend);
    if ((stored?.revision ?? 0) !== spend.revision) return { ok: false, current: stored };
    if (stored === undefined && spend.cents === 0) return { ok: true };
    const id = await store(trx, { spend, stored, by: actor.email, at: clock.now() });
    // Another entry was stored at the same time.
    if (id === undefined) return { ok: false, current: await findSpend(trx, spend) };
    const { kind, month, cents } = spend;
    const was = stored === undefined ? {} : { was: formatCents(stored.cents) };
    await recordAudit(trx, {
      action: "spend-saved",
      actor,
      subject: `spend:${id}`,
      // Without the name, which can come from the URL of a visit.
      details: { kind, month: month.slice(0, 7), amount: formatCents(cents), ...was },
    });
    return { ok: true };
  });
}

function findSpend(
  trx: Transaction<Database>,
  { kind, name, month }: Pick<Spend, "kind" | "name" | "month">,
) {
  return trx
    .selectFrom("sourceSpend")
    .select(columns)
    .where("kind", "=", kind)
    .where("name", "=", name)
    .where("month", "=", month)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns the id of the entry; undefined if the entry exists already */
async function store(
  trx: Transaction<Database>,
  { spend, stored, by, at }: { spend: Spend; stored: SpendEntry | undefined; by: string; at: Date },
): Promise<string | undefined> {
  const { kind, name, month, cents } = spend;
  const changes = { cents, enteredBy: by, enteredAt: at };
  if (stored === undefined) {
    const added = await trx
      .insertInto("sourceSpend")
      .values({ kind, name, month, ...changes })
      .onConflict((conflict) => conflict.columns(["kind", "name", "month"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    return added?.id;
  }
  if (cents === 0) await trx.deleteFrom("sourceSpend").where("id", "=", stored.id).execute();
  else {
    await trx
      .updateTable("sourceSpend")
      .set((eb) => ({ ...changes, revision: eb("revision", "+", 1) }))
      .where("id", "=", stored.id)
      .execute();
  }
  return stored.id;
}

/** As many as fit the screen of a phone. */
const maxEntries = 30;

/** The entries of the latest months. */
export async function listSpend(db: Kysely<Database>): Promise<{ entries: SpendEntry[]; hasMore: boolean }> {
  const entries = await db
    .selectFrom("sourceSpend")
    .select(columns)
    .orderBy("month", "desc")
    .orderBy("kind")
    .orderBy("name")
    .limit(maxEntries + 1)
    .execute();
  return { entries: entries.slice(0, maxEntries), hasMore: entries.length > maxEntries };
}

export async function findSpendEntry(db: Kysely<Database>, id: string): Promise<SpendEntry | undefined> {
  if (!isUuid(id)) return undefined;
  return db.selectFrom("sourceSpend").select(columns).where("id", "=", id).executeTakeFirst();
}

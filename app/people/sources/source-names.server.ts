import { distance } from "fastest-levenshtein";
import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { SpendKind } from "./save-spend.server.ts";

/** A name, with the spellings that are displayed under it. */
export type SourceName = { name: string; spellings: string[] };

/** As many as fit the screen of a phone. */
const maxNames = 30;
/** A form displays at most this many spellings of a name. */
export const maxSpellings = 200;

/** Names of channels or campaigns in alphabetical order, with their spellings. @param search a part of the name or of a spelling */
export async function listSourceNames(
  db: Kysely<Database>,
  { kind, search }: { kind: SpendKind; search?: string | undefined },
): Promise<{ names: SourceName[]; hasMore: boolean }> {
  const matches =
    search === undefined
      ? sql`true`
      : sql`name in (
          select name from source_names where kind = ${kind} and
            (search_form(name) like search_pattern(${search}) or search_form(spelling) like search_pattern(${search}))
        )`;
  const { rows } = await sql<SourceName>`
    select name, (array_agg(spelling order by spelling))[1:${maxSpellings}] as spellings
    from source_names
    where kind = ${kind} and ${matches}
    group by name order by lower(name), name limit ${maxNames + 1}`.execute(db);
  return { names: rows.slice(0, maxNames), hasMore: rows.length > maxNames };
}

export async function findSourceName(
  db: Kysely<Database>,
  { kind, name }: { kind: SpendKind; name: string },
): Promise<SourceName | undefined> {
  const rows = await db
    .selectFrom("sourceNames")
    .select("spelling")
    .where("kind", "=", kind)
    .where("name", "=", name)
    .orderBy("spelling")
    .limit(maxSpellings)
    .execute();
  return rows.length === 0 ? undefined : { name, spellings: rows.map(({ spelling }) => spelling) };
}

/** Every name that has people or spend, for suggestions. */
export async function suggestNames(db: Kysely<Database>, kind: SpendKind): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select name from source_names where kind = ${kind} union select name from source_spend where kind = ${kind}
    ) as known
    order by lower(name), name limit 500`.execute(db);
  return rows.map(({ name }) => name);
}

/** A name with at most this many different letters is probably a misspelling. */
const maxDistance = 2;

/** The known name that is most similar to a name that has neither people nor spend; undefined if the name is known or unlike all others. */
export async function findSimilarName(
  db: Kysely<Database>,
  kind: SpendKind,
  name: string,
): Promise<string | undefined> {
  const known = await suggestNames(db, kind);
  if (known.length === 0 || known.includes(name)) return undefined;
  const typed = name.toLowerCase();
  const nearest = known
    .map((each) => ({ each, letters: distance(typed, each.toLowerCase()) }))
    .reduce((best, next) => (next.letters < best.letters ? next : best));
  // Two short names can differ in few letters.
  return nearest.letters <= Math.min(maxDistance, typed.length / 4) ? nearest.each : undefined;
}

/** Displays spellings of a name under another name. */
export type SpellingMove = { kind: SpendKind; from: string; spellings: readonly string[]; to: string };

/** `changed`: a colleague has renamed one of the spellings since. */
export type MoveResult = { ok: true } | { ok: false; reason: "changed" };

/**
 * Groups spellings under another name, or splits them off. If no spelling keeps the old name, its spend follows, because it was entered for
 * the same source.
 */
export async function moveSpellings(
  { db, actor }: { db: Kysely<Database>; actor: StaffActor },
  move: SpellingMove,
): Promise<MoveResult> {
  const { kind, from, to } = move;
  const spellings = [...new Set(move.spellings)];
  return db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom("sourceNames")
      .select(["spelling", "name"])
      .where("kind", "=", kind)
      .where("spelling", "in", spellings)
      .orderBy("spelling")
      .forUpdate()
      .execute();
    const isUnchanged = locked.length === spellings.length && locked.every(({ name }) => name === from);
    if (!isUnchanged) return { ok: false, reason: "changed" };
    await trx
      .updateTable("sourceNames")
      .set({ name: to })
      .where("kind", "=", kind)
      .where("spelling", "in", spellings)
      .execute();
    if (to !== from) await moveSpend(trx, { kind, from, to });
    await recordAudit(trx, {
      action: "sources-renamed",
      actor,
      // Without the spellings and names, which can come from the URLs of visits.
      details: { kind, spellings: spellings.length },
    });
    return { ok: true };
  });
}

async function moveSpend(
  trx: Transaction<Database>,
  { kind, from, to }: { kind: SpendKind; from: string; to: string },
): Promise<void> {
  await sql`
    with moved as (
      delete from source_spend as spend
      where spend.kind = ${kind} and spend.name = ${from}
        and not exists (select from source_names where kind = ${kind} and name = ${from})
      returning *
    )
    insert into source_spend (kind, name, month, cents, entered_by, entered_at)
    select kind, ${to}, month, cents, entered_by, entered_at from moved order by month
    on conflict (kind, name, month) do update
      set cents = source_spend.cents + excluded.cents, revision = source_spend.revision + 1`.execute(trx);
}

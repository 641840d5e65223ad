import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { retentionStart } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { practice } from "#content/practice.ts";

/** Whose letters are meant. */
export type Correspondent = {
  /** In lower case. */
  email: string;
  /** The rows that the person's forms made. */
  leadIds: readonly string[];
};

/**
 * All letters to somebody, and those to the practice about that person's forms; the oldest first.
 * @param shown.hiddenKinds of letters that the reader may not see
 * @param shown.most for a screen: the maximum number, newest first, without emails about erased rows, which would require a scan of all emails
 */
export async function listEmailsToPerson(
  db: Kysely<Database>,
  of: Correspondent,
  { hiddenKinds, most }: { hiddenKinds: readonly string[]; most: number | undefined },
) {
  const rows = await db
    .selectFrom("letters")
    .select(["id", "kind", "recipient", "state", "createdAt", "settledAt", "attempts", "lastReply"])
    .select(["subject", "bodyText as text"])
    .where(most === undefined ? concerns(of) : isIndexedTo(of))
    .where(sql<boolean>`kind <> all(${[...hiddenKinds]}::text[])`)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(most ?? null)
    .execute();
  return rows.toReversed();
}

/**
 * An expression for the time from which retention counts after the last email to a person; null if there was none. The index narrows the search before texts are compared.
 */
export function findLastEmailTo(email: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select max(greatest(${retentionStart(sql`created_at`)}, ${retentionStart(sql`settled_at`)})) from letters
    where recipient = ${email} and search_form(' ' || recipient) like search_pattern(${email})
  )`;
}

/**
 * Removes somebody's letters.
 * @param keepsSent whether those stay that left, or may have left
 * @returns how many went, how many stayed, and how many of these are in somebody's hand at this moment
 */
export async function deleteEmailsToPerson(
  trx: Transaction<Database>,
  of: Correspondent,
  keepsSent: boolean,
): Promise<{ removed: number; kept: number; underWay: number }> {
  const { numAffectedRows } = await sql`
    delete from letters where ${concerns(of)}
      and not (${keepsSent}::boolean and (state in ('sent', 'sending') or unclear_attempts > 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ kept: number; underWay: number }>`
    select count(*) as kept, count(*) filter (where state = 'sending') as under_way
    from letters where ${concerns(of)}`.execute(trx);
  return { removed: Number(numAffectedRows ?? 0), ...(rows[0] ?? { kept: 0, underWay: 0 }) };
}

/**
 * Letters to the practice are known by the row that they are about and, where that was erased earlier and the letter kept as a
 * record, by the line that names the address. The practice's own address, typed into a form, makes none of its letters theirs.
 */
function concerns({ email, leadIds }: Correspondent): RawBuilder<boolean> {
  const isPractice = email === practice.email.toLowerCase();
  return sql<boolean>`(
    (recipient = ${email} and not ${isPractice}::boolean)
    or about = any(${[...leadIds]}::uuid[])
    or (recipient = ${practice.email} and position(${`\nE-mail: ${email}\n`} in body_text) > 0)
  )`;
}

/** The same as far as indexes know it. */
function isIndexedTo({ email, leadIds }: Correspondent): RawBuilder<boolean> {
  const isPractice = email === practice.email.toLowerCase();
  return sql<boolean>`(
    (recipient = ${email} and search_form(' ' || recipient) like search_pattern(${email}) and not ${isPractice}::boolean)
    or about = any(${[...leadIds]}::uuid[])
  )`;
}

import { type Expression, type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

type Identified = { id: string | number };

/** Rows of a query, oldest first, for lists that strangers can make long. */
export type OrderedRows<Row extends Identified> = {
  query: Expression<Row>;
  /** The columns of the query for any rows, if the condition of the query contains many ids, which each batch would repeat. */
  allRows?: Expression<Row>;
  /** The column with the time. Rows of the same time are ordered by their id. */
  time: keyof Row & string;
};

/** The newest rows, oldest first. */
export async function readNewest<Row extends Identified>(
  db: Kysely<Database>,
  { query, time }: OrderedRows<Row>,
  most: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select row.* from ${query} as row order by ${sql.ref(`row.${time}`)} desc, row.id desc limit ${most}`.execute(
    db,
  );
  return rows.toReversed();
}

export async function countRows(
  db: Kysely<Database>,
  { query }: { query: Expression<unknown> },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${query} as row`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Identifies all rows, oldest first. */
export async function listIds<Row extends Identified>(
  db: Kysely<Database>,
  { query, time }: OrderedRows<Row>,
): Promise<Row["id"][]> {
  const { rows } = await sql<Pick<Row, "id">>`
    select row.id from ${query} as row order by ${sql.ref(`row.${time}`)}, row.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A row can have a text of 24 KB. */
const batchSize = 200;

/** Reads rows in batches, oldest first. Rows that were deleted meanwhile are left out. @param ids from `listIds` */
export async function* readEach<Row extends Identified>(
  db: Kysely<Database>,
  { query, allRows = query, time }: OrderedRows<Row>,
  ids: readonly Row["id"][],
): AsyncGenerator<Row> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const { rows } = await sql<Row>`
      select row.* from ${allRows} as row where row.id = any(${ids.slice(start, start + batchSize)})
      order by ${sql.ref(`row.${time}`)}, row.id`.execute(db);
    yield* rows;
  }
}

import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { List, ListShape, PageRequest } from "#app/platform/page-of-rows.ts";

/** A list with the shape of its queries. */
export type MeasuredList = {
  name: string;
  query: ((db: Kysely<Database>, query: never) => List<{ id: string | number }>) & { shape: ListShape };
};

type Query = { sort: string } & Readonly<Record<string, string | undefined>>;

/** A query of a list. */
export type MeasuredQuery = {
  list: string;
  query: object;
  /** Reads the first page, a page far down, and the page before that one. @returns their times in milliseconds */
  read(db: Kysely<Database>): Promise<number[]>;
};

/**
 * Each combination of search, days, filters and sort order of each list, for the data of `fillLists`. Of a list with many filters, each
 * part of a query alone, in each sort order.
 */
export async function listQueries(pool: Pool, lists: readonly MeasuredList[]): Promise<MeasuredQuery[]> {
  const db = openQueries(pool);
  const samples = await findSamples(pool);
  const measured: MeasuredQuery[] = [];
  for (const { name, query: list } of lists) {
    const row = await findDeepRow(db, list);
    for (const query of createQueries(list.shape, samples)) {
      const read = (database: Kysely<Database>) => time(row, createList(list, database, query).page);
      measured.push({ list: name, query, read });
    }
  }
  return measured;
}

function createList(list: MeasuredList["query"], db: Kysely<Database>, query: Query) {
  // Queries are built from the shape of the list.
  return list(db, query as never);
}

/** The number of rows on a page of the staff area. */
const size = 50;

async function time(row: string, read: (page: PageRequest) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const pages: PageRequest[] = [
    { size },
    { size, beyond: { direction: "after", row } },
    { size, beyond: { direction: "before", row } },
  ];
  for (const page of pages) {
    const began = performance.now();
    await read(page);
    times.push(performance.now() - began);
  }
  return times;
}

/** The id of a row after nine tenths of the list. */
async function findDeepRow(db: Kysely<Database>, query: MeasuredList["query"]): Promise<string> {
  const [usual = "", ...others] = query.shape.sorts;
  const rows = createList(query, db, { sort: others.includes("oldest") ? "oldest" : usual });
  const { rows: oldest } = await rows.page({ size: Math.ceil((await rows.count()) / 10) });
  return String(oldest.at(-1)?.id);
}

/** Values of filters: common, rare and absent ones. */
type Samples = Readonly<Record<string, readonly string[]>>;

async function findSamples(pool: Pool): Promise<Samples> {
  const findId = async (query: string): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(query);
    return rows[0]?.id ?? "";
  };
  return {
    level: ["Exit Ready", "Early Stage"],
    state: ["seat", "waiting"],
    class: ["person", "unsure", "machine"],
    type: ["page_view", "booking_click"],
    action: ["signed-in", "person-erased"],
    event: [await findId("select id from events order by starts_at limit 1")],
    visit: [await findId("select visit_id as id from tracking_events order by timestamp limit 1")],
    source: ["Direct", "https://machine.example", "https://blog7.example/an/article", "of nobody"],
    page: ["/", "/old-page-7", "/of-nobody"],
    status: ["new", "client"],
    owner: ["none"],
    touch: ["last"],
    channel: ["direct", "none"],
    campaign: ["none", "of nobody"],
    consent: ["call", "email", "opted-out", "none"],
    step: ["late", "today", "none"],
    stage: ["assessed", "exit-ready", "seat", "attended", "client"],
    traffic: ["all", "automated"],
    who: ["staff7@example.com", "shell"],
    about: ["person:100", "person:none"],
  };
}

/** Words of every row, of a sixteenth of the rows, of one row and of none; two short words, a short word of no row, and a number. */
const searches = [
  undefined,
  "example",
  "smith",
  "lead471@",
  "an unknown name",
  "al bo",
  "ng",
  "(512) 555-0188",
];

/** All days, the last weeks, one day, and a range that includes all rows. */
const days = [
  {},
  { from: daysAgo(21) },
  { from: daysAgo(200), to: daysAgo(200) },
  { from: daysAgo(2_000), to: daysAgo(-1) },
];

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

/** With more filters, there are too many combinations. */
const maxCombinedFilters = 4;

/** A value of one filter, the search or the days. */
type Part = Readonly<Record<string, string | undefined>>;

function createQueries(shape: ListShape, samples: Samples): Query[] {
  const parts: (readonly Part[])[] = [
    shape.hasSearch ? [searches.map((search) => ({ search }))] : [],
    shape.hasDays ? [days] : [],
    shape.filters.map((name) =>
      [undefined, ...(samples[name] ?? ["no such value"])].map((value) => ({ [name]: value })),
    ),
  ].flat();
  const combine = (queries: readonly Query[], values: readonly Part[]): Query[] =>
    queries.flatMap((query) => values.map((value) => ({ ...query, ...value })));
  const sorted: Query[] = shape.sorts.map((sort) => ({ sort }));
  if (shape.filters.length > maxCombinedFilters) return combine(sorted, parts.flat());
  return parts.reduce<Query[]>(combine, sorted);
}

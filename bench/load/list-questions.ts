import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Database } from "#app/data/schema/database.ts";
import type { List } from "#app/data/lists/create-list-query.server.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import type { PageRequest } from "#app/platform/page-of-rows.ts";

/** The lists, as people call them. */
export const listNames = ["assessments", "sign-ups", "visitors", "tracking events"] as const;

/** One way to ask a list. */
export type Question = {
  list: (typeof listNames)[number];
  /** What is asked, as the query of the list. */
  asked: object;
  /** Reads the first page, one deep down, and the one above that. @returns how long each took, in milliseconds */
  read(db: Kysely<Database>): Promise<number[]>;
};

/** Every filter with every other and with every order, on what `fillLists` has made. */
export async function listQuestions(pool: Pool): Promise<Question[]> {
  const { event, visit, deep } = await findRows(pool);
  const question =
    <Query extends object>(
      list: Question["list"],
      read: (db: Kysely<Database>, query: Query) => Pick<List<unknown>, "page">,
    ) =>
    (asked: Query): Question => ({
      list,
      asked,
      read: (db) => time(deep[list], read(db, asked).page),
    });
  return [
    ...assessmentQueries().map(question("assessments", listAssessments)),
    ...signupQueries(event).map(question("sign-ups", listSignups)),
    ...visitorQueries().map(question("visitors", listVisitors)),
    ...trackingQueries(visit).map(question("tracking events", listTrackingEvents)),
  ];
}

/** As many rows as a page of the desk shows. */
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

/** An event, a visit, and of each list a row of which nine tenths are newer. */
async function findRows(pool: Pool) {
  const idOf = async (query: string): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(query);
    return rows[0]?.id ?? "";
  };
  const deepIn = (table: string, column: string): Promise<string> =>
    idOf(`select id from ${table} order by ${column} limit 1 offset (select count(*) / 10 from ${table})`);
  return {
    event: await idOf("select id from events order by starts_at limit 1"),
    visit: await idOf("select visit_id as id from tracking_events order by timestamp limit 1"),
    deep: {
      assessments: await deepIn("pre_loi_assessments", "created_at"),
      "sign-ups": await deepIn("linkedin_live_signups", "created_at"),
      visitors: await deepIn("visitors", "created_at"),
      "tracking events": await deepIn("tracking_events", "timestamp"),
    },
  };
}

/** A word of every row, one of a sixteenth, of one row, of none, two short ones, a short one of none, and a number. */
const searches = [
  {},
  { search: "example" },
  { search: "smith" },
  { search: "lead471@" },
  { search: "nobody of this name" },
  { search: "al bo" },
  { search: "ng" },
  { search: "(512) 555-0188" },
];

/** All there is, the last weeks, a day, and all of it in so many words. */
const days = [
  {},
  { from: daysAgo(21) },
  { from: daysAgo(200), to: daysAgo(200) },
  { from: daysAgo(2_000), to: daysAgo(-1) },
];

function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

function assessmentQueries() {
  const ofLevel = [{}, { level: "Exit Ready" }, { level: "Early Stage" }] as const;
  const sorts = ["newest", "oldest", "highest", "lowest", "name"] as const;
  return each(searches, days, ofLevel, sorts, (search, day, level, sort) => ({
    ...search,
    ...day,
    ...level,
    sort,
  }));
}

function signupQueries(event: string) {
  const states = [
    {},
    { state: "seat" },
    { state: "waiting" },
    { event },
    { event, state: "waiting" },
  ] as const;
  const sorts = ["newest", "oldest", "name"] as const;
  return each(searches, days, states, sorts, (search, day, state, sort) => ({
    ...search,
    ...day,
    ...state,
    sort,
  }));
}

function visitorQueries() {
  const sources = ["Direct", "https://machine.example", "https://blog7.example/an/article", "of nobody"];
  const classes = [
    {},
    { trafficClass: "person" },
    { trafficClass: "unsure" },
    { trafficClass: "machine" },
  ] as const;
  const narrowed = classes.flatMap((ofClass) => [
    ofClass,
    ...sources.map((source) => ({ ...ofClass, source })),
  ]);
  const sorts = ["newest", "oldest"] as const;
  return each(searches, days, narrowed, sorts, (search, day, by, sort) => ({
    ...search,
    ...day,
    ...by,
    sort,
  }));
}

function trackingQueries(visit: string) {
  const types = [{}, { eventType: "page_view" }, { eventType: "booking_click" }] as const;
  const pages = [
    {},
    { page: "/" },
    { page: "/old-page-7" },
    { page: "/of-nobody" },
    { visit },
    { visit, page: "/" },
  ];
  const sorts = ["newest", "oldest"] as const;
  return each(types, days, pages, sorts, (type, day, page, sort) => ({ ...type, ...day, ...page, sort }));
}

/** Each of four kinds with each of the others. */
function each<A, B, C, D, Made>(
  some: readonly A[],
  others: readonly B[],
  more: readonly C[],
  last: readonly D[],
  make: (a: A, b: B, c: C, d: D) => Made,
): Made[] {
  return some.flatMap((a) => others.flatMap((b) => more.flatMap((c) => last.map((d) => make(a, b, c, d)))));
}

import { randomBytes, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { borrowEmbeddedPostgres } from "#embedded-postgres";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { questionIds } from "#app/assessments/questions/questions.ts";
import { answers } from "./lead-requests.ts";

/** Runs `work` with as many connections as a server opens to the database in this data folder. */
export async function withServerDatabase<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  const pool = openPool({ ...database.connection, ssl: false }, silentLog);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** A loop that only stores rows of the same width, with one statement each. */
export type BareLoop = {
  /** Creates a table with the same rules and indexes as ours. */
  createTable(pool: Pool): Promise<unknown>;
  /** Stores one row. Resolves when it is committed. */
  store(pool: Pool, number: number): Promise<unknown>;
};

const columns = ["name", "email", "phone", ...questionIds, "result_key", "fingerprint"];

const insertAssessment = `
  insert into bare_assessments (${columns.join(", ")}, score, score_level, created_at, question_set_version)
  values (${columns.map((_, index) => `$${index + 1}`).join(", ")}, 14, 'Making Progress', now(), '2025-07-01')
  returning id, result_key`;

export const bareAssessments: BareLoop = {
  createTable: (pool) => pool.query("create table bare_assessments (like pre_loi_assessments including all)"),
  store: (pool, number) =>
    pool.query(insertAssessment, [
      `Person ${run} ${number}`,
      `person-${run}-${number}@example.com`,
      "(512) 555-0100",
      ...Object.values(answers(number)),
      randomBytes(24).toString("base64url"),
      randomBytes(32).toString("base64url"),
    ]),
};

export const bareVisits: BareLoop = {
  createTable: (pool) => pool.query("create table bare_visitors (like visitors including all)"),
  store: (pool) => {
    const id = randomUUID();
    return pool.query(
      `insert into bare_visitors (id, first_name, last_name, email, source, ip_address, user_agent, created_at, browser_key,
         last_touch, traffic_class)
       values ($1, 'Anonymous', 'Visitor', $2, 'https://www.linkedin.com/feed', '198.18.0.1', $3, now(), $4, $5, 'person')`,
      [id, `visit-${id}@visitors.invalid`, "x".repeat(110), randomUUID(), JSON.stringify(touch)],
    );
  },
};

export const bareEvents: BareLoop = {
  createTable: (pool) => pool.query("create table bare_events (like tracking_events including all)"),
  store: (pool) =>
    pool.query(
      `insert into bare_events (id, visit_id, event_type, url, timestamp, percentage, time_on_page)
       values ($1, $2, 'scroll_depth', '/faqs', now(), 25, 1000)`,
      [randomUUID(), randomUUID()],
    ),
};

/** As wide as the touch of a recorded visit. */
const touch = {
  at: new Date(0).toISOString(),
  landingPage: "/faqs",
  referrer: "https://www.linkedin.com/feed/",
  campaign: { source: "linkedin", medium: "social" },
  clickId: null,
};

/** The tables whose rows are counted. */
export type StoredTable = "pre_loi_assessments" | "visitors" | "tracking_events";

export async function countRows(pool: Pool, table: StoredTable): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const run = randomUUID().slice(0, 8);

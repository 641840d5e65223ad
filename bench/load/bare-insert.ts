import { randomBytes, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { borrowEmbeddedPostgres } from "#app/data/embedded/borrow-embedded-postgres.server.ts";
import { openPool } from "#app/data/open-pool.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { answers } from "./lead-requests.ts";

/** Runs `work` with connections of its own, as many as a server opens, to the database of the server on this data folder. */
export async function withDatabaseOf<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  const pool = openPool({ ...database.connection, ssl: false }, silentLog);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}

/** A table like that of the assessments, with its rules and indexes. */
export async function makeBareTable(pool: Pool): Promise<void> {
  await pool.query("create table bare_assessments (like pre_loi_assessments including all)");
}

/** Stores one row as wide as an assessment; settled once it is committed. */
export async function storeBareAssessment(pool: Pool, number: number): Promise<void> {
  const values = Object.values(answers(number));
  await pool.query(
    `insert into bare_assessments (name, email, phone, q1, q2, q3, q4, q5, q6, q7, score, score_level, created_at,
       question_set_version, result_key, fingerprint)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 14, 'Making Progress', now(), '2025-07-01', $11, $12)
     returning id, result_key`,
    [
      `Person ${run} ${number}`,
      `person-${run}-${number}@example.com`,
      "(512) 555-0100",
      ...values,
      randomBytes(24).toString("base64url"),
      randomBytes(32).toString("base64url"),
    ],
  );
}

export async function countRows(
  pool: Pool,
  table: "pre_loi_assessments" | "linkedin_live_signups",
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const run = randomUUID().slice(0, 8);

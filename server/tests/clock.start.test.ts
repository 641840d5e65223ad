import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { startServer, until } from "#tests/kit/running-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-clock-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test("deletes nothing after a 500-day clock jump until an operator confirms the clocks", async () => {
  await (await startServer({ dataDir })).stop();
  // Moving the stored time back has the same effect as moving both clocks ahead.
  await query("update clock_checks set checked_at = now() - interval '500 days'");
  await query("update job_runs set started_at = now() - interval '500 days'");
  await query(`
    insert into visitors (first_name, last_name, email, source, created_at, traffic_class)
    select 'Anonymous', 'Visitor', 'visit@visitors.invalid', 'Direct', now() - interval '530 days', 'person'
    from generate_series(1, 90)`);

  const server = await startServer({ dataDir });
  await until("both jobs to refuse", () => server.output().split("retention.clock_refused").length === 3);
  expect(clock("status")).toMatchObject({ status: 0 });
  expect(clock("confirm", "2001-01-01")).toMatchObject({ status: 1 });
  await server.stop();
  expect(await visits()).toBe(90);

  const today = new Date().toISOString().slice(0, 10);
  expect(clock("confirm", today)).toMatchObject({ status: 0, stderr: "" });
  const confirmed = await startServer({ dataDir, env: { LOG_LEVEL: "info" } });
  await until("expired rows to be deleted", () => confirmed.output().includes('"visits":90'));
  await confirmed.stop();
  expect(await visits()).toBe(0);
});

function clock(...args: string[]) {
  return spawnSync(process.execPath, ["server/run-command.mjs", "clock", ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", DATA_DIR: dataDir },
    encoding: "utf8",
  });
}

async function visits(): Promise<unknown> {
  return (await query("select count(*)::int as count from visitors"))[0]?.["count"];
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  await postgres.stop();
  return rows;
}

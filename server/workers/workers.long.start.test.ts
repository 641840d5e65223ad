import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { borrowEmbeddedPostgres } from "#embedded-postgres";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { approveNote } from "#tests/kit/approve-note.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { isRunning, postgresPid, type RunningServer, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { minAcknowledged, startBurst, submit } from "#tests/kit/submission-burst.ts";
import { listWorkers, readByWorker, untilReady, workerSettings } from "#tests/kit/worker-processes.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-workers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = join(folder, "embedded");

/** The workers are separate servers, which other tests kill more often. */
const rounds = 3;
/** Each round starts or replaces processes, which takes seconds on a busy machine. */
const timeoutMs = 600_000;

async function startWorkers(count = 2, env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ dataDir, env: { ...workerSettings(count), ...env } });
  onTestFinished(() => server.kill());
  await untilReady(server, count);
  return server;
}

/** Uses the embedded database, with or without a server. */
async function withDatabase<Result>(task: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const postgres = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  const pool = new pg.Pool({ ...postgres.connection, max: 4 });
  pool.on("error", () => undefined);
  try {
    return await task(openQueries(pool));
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

function findLost(acknowledged: readonly string[]): Promise<string[]> {
  return withDatabase(async (db) => {
    const rows = await db.selectFrom("preLoiAssessments").select("id").execute();
    const stored = new Set<string>(rows.map(({ id }) => id));
    return acknowledged.filter((id) => !stored.has(id));
  });
}

describe("with several processes", { timeout: timeoutMs }, () => {
  it("kill -9 of a worker loses nothing, and the worker is replaced while the others answer", async () => {
    const server = await startWorkers();
    const allAcknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { acknowledged, end } = await startBurst([server.url]);
      const killed = listWorkers(server)[round % 2] ?? 0;
      process.kill(killed, "SIGKILL");
      const before = acknowledged.length;
      await until("the others to store further forms", () => acknowledged.length > before + 20);
      await until("the worker to be replaced", () => listWorkers(server).length === 2);
      await untilReady(server, 2);
      await end();
      expect(listWorkers(server)).not.toContain(killed);
      allAcknowledged.push(...acknowledged);
    }
    expect(server.output()).toContain('"event":"worker.exited","worker":1,"code":null,"signal":"SIGKILL"');
    await server.stop();
    expect(server.child.exitCode).toBe(0);
    expect(await findLost(allAcknowledged)).toEqual([]);
  });

  it("kill -9 of the supervisor loses nothing and leaves no process, and the next start succeeds", async () => {
    const allAcknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = await startWorkers();
      const left = [...listWorkers(server), postgresPid(dataDir) ?? 0];
      const { acknowledged, end } = await startBurst([server.url]);
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
      await until("all processes to end", () => !left.some(isRunning));
    }
    const server = await startWorkers();
    expect(await findLost(allAcknowledged)).toEqual([]);
    await server.stop();
  });

  it("a requested stop finishes in-flight requests", async () => {
    const allAcknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = await startWorkers();
      const { acknowledged, end } = await startBurst([server.url]);
      await server.stop();
      await end();
      expect(server.child.exitCode).toBe(0);
      expect(server.output()).not.toContain("worker.exited");
      allAcknowledged.push(...acknowledged);
    }
    expect(await findLost(allAcknowledged)).toEqual([]);
  });

  it("all workers accept forms again after kill -9 of the database", async () => {
    const server = await startWorkers();
    const workers = listWorkers(server);
    const { acknowledged, end } = await startBurst([server.url]);
    process.kill(postgresPid(dataDir) ?? 0, "SIGKILL");
    const before = acknowledged.length;
    await until("further forms to be stored", () => acknowledged.length > before + 100, 30_000);
    await end();
    expect(listWorkers(server)).toEqual(workers);
    const stored = await readByWorker(server, "practice_form_submissions_total");
    expect(Math.min(...stored.values())).toBeGreaterThan(50);
    const restarts = server.output().match(/"event":"database.exited"/g);
    expect(restarts).toHaveLength(1);
    expect(await findLost(acknowledged)).toEqual([]);
    await server.stop();
  });

  it("a published change reaches all of them", async () => {
    const server = await startWorkers(3);
    const note = "Owners read this note.";
    await withDatabase((db) => approveNote(db, note));
    const hasNote = async (): Promise<boolean> =>
      (await (await fetch(server.url, { headers: { connection: "close" } })).text()).includes(note);
    await until("the change to be published", hasNote, 60_000);
    // Each process reads the release in use twice a second.
    let consecutive = 0;
    await until("every process to have it", async () => {
      consecutive = (await hasNote()) ? consecutive + 1 : 0;
      return consecutive > 30;
    });
    await server.stop();
  });

  it("limits hold for all of them together", async () => {
    const server = await startWorkers();
    await withinOneWindow();
    const address = newAddress();
    const post = async (): Promise<number> => {
      const response = await fetch(`${server.url}/functions/v1/pre-loi-assessment`, {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close", ...from(address) },
        body: JSON.stringify(anAssessment({ email: `${randomUUID()}@example.com` })),
      });
      return response.status;
    };
    const accepted = attemptLimits.immediateByAddress.most;
    const quarantined = attemptLimits.quarantinedByAddress.most;
    const statuses: number[] = [];
    while (statuses.length < accepted + quarantined + 10) {
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, post))));
    }
    const count = (status: number): number => statuses.filter((each) => each === status).length;
    expect({ 200: count(200), 202: count(202), 429: count(429) }).toEqual({
      200: accepted,
      202: quarantined,
      429: 10,
    });
    await server.stop();
  });

  it("connections of many processes fit into the embedded database", async () => {
    const server = await startWorkers(5);
    const { acknowledged, end } = await startBurst([server.url]);
    const [max] = await withDatabase(async (db) => {
      const { rows } = await sql<{
        max: number;
      }>`select current_setting('max_connections')::int as max`.execute(db);
      return rows;
    });
    expect(max).toEqual({ max: 102 });
    await end();
    expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
    expect(server.output()).not.toContain("too many clients");
    await server.stop();
  });
});

it.each([2, 4])(
  "%s processes on one PostgreSQL server store forms",
  { timeout: timeoutMs },
  async (count) => {
    const served = await servePostgres(join(folder, `served-${count}`));
    const server = await startServer({
      dataDir: join(folder, `unused-${count}`),
      env: { ...served.env, ...workerSettings(count) },
    });
    await untilReady(server, count);
    const { acknowledged, end } = await startBurst([server.url]);
    await until("many forms to be stored", () => acknowledged.length > 50 * count, 60_000);
    await end();
    await until("every process to have stored forms", async () => {
      const stored = [...(await readByWorker(server, "practice_form_submissions_total")).values()];
      return stored.length === count && Math.min(...stored) > 0;
    });
    expect(await submit(server.url, randomUUID())).toBeDefined();
    await server.stop();
    expect(server.child.exitCode).toBe(0);
    await served.stop();
  },
);

it("the supervisor ends if no worker can start", { timeout: timeoutMs }, async () => {
  const served = await servePostgres(join(folder, "served-none"));
  const server = await startServer({
    dataDir: join(folder, "unused-none"),
    env: { ...served.env, ...workerSettings(2) },
  });
  onTestFinished(() => server.kill());
  await untilReady(server, 2);
  await served.stop();
  for (const worker of listWorkers(server)) process.kill(worker, "SIGKILL");
  await until("the supervisor to end", () => server.child.exitCode !== null, 60_000);
  expect(server.child.exitCode).toBe(1);
  expect(server.output()).toContain("No process of the server starts: see the messages above.");
});

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { rounds } from "#tests/kit/rounds.ts";
import {
  isRunning,
  postgresPid,
  type RunningServer,
  sleep,
  startServer,
  until,
} from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Enough requests to have some in flight in every stage when the process is killed. */
const minAcknowledged = 40;

/** Posts assessments from eight concurrent clients. Resolves while they continue, once enough are acknowledged. */
async function burst(server: RunningServer): Promise<{ acknowledged: string[]; end: () => Promise<void> }> {
  const acknowledged: string[] = [];
  let isRunningBurst = true;
  const clients = Array.from({ length: 8 }, async () => {
    while (isRunningBurst) {
      const id = await submit(server.url, randomUUID()).catch(() => undefined);
      if (id === undefined) {
        if (isRunningBurst) await sleep(20);
      } else acknowledged.push(id);
    }
  });
  await until("enough submissions to be acknowledged", () => acknowledged.length > minAcknowledged);
  return {
    acknowledged,
    end: async () => {
      isRunningBurst = false;
      await Promise.all(clients);
    },
  };
}

async function submit(url: string, tag: string): Promise<string | undefined> {
  const response = await fetch(`${url}/functions/v1/pre-loi-assessment`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": tag, ...from(newAddress()) },
    body: JSON.stringify(anAssessment({ name: `Person ${tag}`, email: `${tag}@example.com` })),
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200) return undefined;
  return (answer as { data: { id: string } }).data.id; // the endpoint's documented shape
}

type Reader = { storedIds(): Promise<Set<string>>; emailsPerAssessment(): Promise<number[]> };

function reader(config: pg.ClientConfig): Reader {
  const ask = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(config);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    await client.end();
    return rows;
  };
  return {
    storedIds: async () =>
      new Set((await ask("select id from pre_loi_assessments")).map((row) => String(row.id))),
    emailsPerAssessment: async () =>
      (
        await ask(`select count(l.id)::int as letters from pre_loi_assessments a
          left join letters l on l.about = a.id group by a.id`)
      ).map((row) => Number(row.letters)),
  };
}

describe("with the embedded database", () => {
  const dataDir = join(folder, "embedded");
  const stored = async (): Promise<Reader> => {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
    const { host, port, user, password, database } = postgres.connection;
    const { storedIds, emailsPerAssessment } = reader({ host, port, user, password, database });
    const [ids, emails] = [await storedIds(), await emailsPerAssessment()];
    await postgres.stop();
    return { storedIds: async () => ids, emailsPerAssessment: async () => emails };
  };
  const allAcknowledged: string[] = [];

  it("kill -9 of the server alone loses nothing and leaves no orphan @long", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      const database = postgresPid(dataDir);
      const { acknowledged, end } = await burst(server);
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
      expect(database).toBeDefined();
      await until(
        "the database to end with its server",
        () => database !== undefined && !isRunning(database),
      );
    }
    const ids = await (await stored()).storedIds();
    expect(allAcknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("kill -9 of server and database together loses nothing", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      const database = postgresPid(dataDir);
      const { acknowledged, end } = await burst(server);
      if (database !== undefined) process.kill(database, "SIGKILL");
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
    }
    const found = await stored();
    const ids = await found.storedIds();
    expect(allAcknowledged.filter((id) => !ids.has(id))).toEqual([]);
    // Every stored assessment, acknowledged or not, has its two emails: to the firm and to its sender.
    expect(new Set(await found.emailsPerAssessment())).toEqual(new Set([2]));
  });

  it("kill -9 of the database alone causes 503 responses until the server has restarted it", async () => {
    const server = await startServer({ dataDir });
    const database = postgresPid(dataDir);
    expect(await submit(server.url, randomUUID())).toBeDefined();
    if (database !== undefined) process.kill(database, "SIGKILL");
    const meanwhile = await fetch(`${server.url}/functions/v1/pre-loi-assessment`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(anAssessment({ name: "Meanwhile", email: "meanwhile@example.com" })),
    });
    expect([200, 503]).toContain(meanwhile.status);
    if (meanwhile.status === 503) {
      expect(await meanwhile.json()).toMatchObject({ error: { kind: "unavailable" } });
    }
    await until(
      "the server to accept forms again",
      async () => (await submit(server.url, randomUUID())) !== undefined,
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // Text pages do not need the database.
    expect((await fetch(server.url)).status).toBe(200);
    await server.stop();
  });

  it("a requested stop finishes in-flight requests", async () => {
    const server = await startServer({ dataDir });
    const { acknowledged, end } = await burst(server);
    await server.stop();
    await end();
    const ids = await (await stored()).storedIds();
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(server.child.exitCode).toBe(0);
  });
});

describe("with DATABASE_URL", () => {
  it("kill -9 of the server, and of server and database, loses nothing @long", async () => {
    const served = await servePostgres(join(folder, "served"));
    const { url, env } = served;
    const { storedIds } = reader({ connectionString: url });
    const allAcknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir: join(folder, "unused"), env });
      const { acknowledged, end } = await burst(server);
      const main = served.pid();
      // Every second round also kills the database, which its supervisor restarts.
      if (round % 2 === 1 && main !== undefined) process.kill(main, "SIGKILL");
      await server.kill();
      await end();
      expect(acknowledged.length).toBeGreaterThan(minAcknowledged);
      allAcknowledged.push(...acknowledged);
      await until("the database to answer", () =>
        storedIds().then(
          () => true,
          () => false,
        ),
      );
    }
    const ids = await storedIds();
    expect(allAcknowledged.filter((id) => !ids.has(id))).toEqual([]);
    await served.stop();
  });
});

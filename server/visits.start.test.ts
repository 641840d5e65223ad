import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#app/data/embedded/embedded-postgres.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { rounds } from "#tests/kit/rounds.ts";
import { postgresPid, type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-visits-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Each visitor stands behind a trusted proxy, or they would soon be too many from one address. */
const env = { TRUSTED_PROXIES: "127.0.0.1" };

/** So many that some are under way in every stage when the kill comes. */
const enough = 200;

type Rows = { visits: string[]; events: string[] };

/** What the server said that it stored, and how many events it ever said it had stored of three. */
type Acknowledged = Rows & { ofThree: Set<number | undefined> };

/**
 * Sixteen browsers that each record a visit, and send events of it, every other batch twice; hands over in the middle of it, when
 * enough are acknowledged.
 */
async function burst(server: RunningServer, acknowledged: Acknowledged): Promise<() => Promise<void>> {
  let going = true;
  const begun = acknowledged.events.length;
  const browsers = Array.from({ length: 16 }, async (_, number) => {
    while (going) {
      const address = `198.18.${number}.${Math.floor(Math.random() * 256)}`;
      await browse(server.url, address, acknowledged).catch(() => (going ? sleep(20) : undefined));
    }
  });
  await until("enough events to be acknowledged", () => acknowledged.events.length > begun + enough);
  return async () => {
    going = false;
    await Promise.all(browsers);
  };
}

async function browse(url: string, address: string, acknowledged: Acknowledged): Promise<void> {
  const visit = randomUUID();
  await post(url, "visitors", address, { id: visit, url: "/" });
  acknowledged.visits.push(visit);
  for (let batch = 0; batch < 6; batch += 1) {
    const events = Array.from({ length: 3 }, () => ({
      id: randomUUID(),
      event_type: "page_view",
      url: "/",
      timestamp: Date.now(),
    }));
    const body = { visit, sentAt: Date.now(), events };
    // As a browser does whose answer was lost.
    if (batch % 2 === 1) await post(url, "tracking-events", address, body);
    acknowledged.ofThree.add((await post(url, "tracking-events", address, body)).stored);
    acknowledged.events.push(...events.map(({ id }) => id));
  }
}

/** @throws where it was not acknowledged */
async function post(
  url: string,
  endpoint: string,
  address: string,
  body: object,
): Promise<{ stored?: number }> {
  const response = await fetch(`${url}/functions/v1/${endpoint}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const answer: unknown = await response.json();
  if (response.status !== 200) throw new Error(`Answered ${response.status}.`);
  return (answer as { data: { stored?: number } }).data; // the endpoints' documented shape
}

/** What is stored, with each row that is there as often as it is. */
async function readRows(): Promise<Rows> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { host, port, user, password, database } = postgres.connection;
  const client = new pg.Client({ host, port, user, password, database });
  await client.connect();
  const ids = async (sql: string): Promise<string[]> =>
    (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  const found = {
    visits: await ids("select id from visitors"),
    events: await ids("select id from tracking_events"),
  };
  await client.end();
  await postgres.stop();
  return found;
}

function expectNothingLost(acknowledged: Acknowledged, found: Rows): void {
  expect(acknowledged.ofThree).toEqual(new Set([3]));
  for (const kind of ["visits", "events"] as const) {
    const there = new Set(found[kind]);
    expect(acknowledged[kind].filter((id) => !there.has(id))).toEqual([]);
    expect(found[kind]).toHaveLength(there.size);
  }
}

describe("a burst of visits and events", () => {
  const acknowledged: Acknowledged = { visits: [], events: [], ofThree: new Set() };

  it("loses nothing that was acknowledged, and has nothing twice, when the server is killed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir, env });
      const end = await burst(server, acknowledged);
      await server.kill();
      await end();
    }
    expectNothingLost(acknowledged, await readRows());
  });

  it("nor when its database is killed with it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir, env });
      const database = postgresPid(dataDir);
      const end = await burst(server, acknowledged);
      if (database !== undefined) process.kill(database, "SIGKILL");
      await server.kill();
      await end();
    }
    expectNothingLost(acknowledged, await readRows());
  });

  it("nor when its database is killed alone: it is refused meanwhile, and goes on by itself", async () => {
    const server = await startServer({ dataDir, env });
    const database = postgresPid(dataDir);
    const end = await burst(server, acknowledged);
    if (database !== undefined) process.kill(database, "SIGKILL");
    const before = acknowledged.events.length;
    await until(
      "events to be acknowledged again",
      () => acknowledged.events.length > before + enough,
      30_000,
    );
    await end();
    await server.stop();
    expectNothingLost(acknowledged, await readRows());
  });

  it("is written before a server ends that was asked to stop", async () => {
    const server = await startServer({ dataDir, env });
    const end = await burst(server, acknowledged);
    await server.stop();
    await end();
    expect(server.child.exitCode).toBe(0);
    expectNothingLost(acknowledged, await readRows());
  });
});

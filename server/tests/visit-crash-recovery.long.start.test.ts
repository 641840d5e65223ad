import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { rounds } from "#tests/kit/rounds.ts";
import { postgresPid, type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-visits-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Each visitor has its own address behind a trusted proxy, because of the rate limit per address. */
const env = { TRUSTED_PROXIES: "127.0.0.1" };

/** Enough requests to have some in flight in every stage when the process is killed. */
const minAcknowledged = 200;

/** An event with its visit. */
type Event = { id: string; visit: string };
type Rows = { visits: string[]; events: Event[] };

/**
 * What was sent and what was acknowledged. `storedCounts` contains each stored count that the server returned for a batch of three events.
 */
type Traffic = { sent: Rows; acknowledged: Rows; storedCounts: Set<number | undefined> };

/**
 * Runs sixteen browsers that record visits and send events, every other batch twice. Resolves while they continue, once enough events are
 * acknowledged.
 */
async function burst(server: RunningServer, traffic: Traffic): Promise<() => Promise<void>> {
  let isBurstRunning = true;
  const { events } = traffic.acknowledged;
  const countBefore = events.length;
  const browsers = Array.from({ length: 16 }, async (_, number) => {
    while (isBurstRunning) {
      const address = `198.18.${number}.${Math.floor(Math.random() * 256)}`;
      await browse(server.url, address, traffic).catch(() => (isBurstRunning ? sleep(20) : undefined));
    }
  });
  await until("enough events to be acknowledged", () => events.length > countBefore + minAcknowledged);
  return async () => {
    isBurstRunning = false;
    await Promise.all(browsers);
  };
}

async function browse(
  url: string,
  address: string,
  { sent, acknowledged, storedCounts }: Traffic,
): Promise<void> {
  const visit = randomUUID();
  sent.visits.push(visit);
  await post(url, "visitors", address, { id: visit, url: "/" });
  acknowledged.visits.push(visit);
  for (let batch = 0; batch < 6; batch += 1) {
    const events = Array.from({ length: 3 }, () => ({
      id: randomUUID(),
      event_type: "page_view",
      url: "/",
      timestamp: Date.now(),
    }));
    const ids = events.map(({ id }) => ({ id, visit }));
    const body = { visit, sentAt: Date.now(), events };
    sent.events.push(...ids);
    // A browser repeats a batch if it receives no response.
    if (batch % 2 === 1) await post(url, "tracking-events", address, body);
    storedCounts.add((await post(url, "tracking-events", address, body)).stored);
    acknowledged.events.push(...ids);
  }
}

/** @throws if the request was not acknowledged */
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
  if (response.status !== 200) throw new Error(`The server returned ${response.status}.`);
  return (answer as { data: { stored?: number } }).data; // the endpoints' documented shape
}

async function readRows(): Promise<Rows> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { host, port, user, password, database } = postgres.connection;
  const client = new pg.Client({ host, port, user, password, database });
  await client.connect();
  const visits = await client.query<{ id: string }>("select id from visitors");
  const events = await client.query<Event>("select id, visit_id as visit from tracking_events");
  await client.end();
  await postgres.stop();
  return { visits: visits.rows.map(({ id }) => id), events: events.rows };
}

/** Expects that every acknowledged row is stored and that every stored row was sent, once and for the right visit. */
function expectComplete({ sent, acknowledged, storedCounts }: Traffic, found: Rows): void {
  expect(storedCounts).toEqual(new Set([3]));
  const lines = {
    sent: toLines(sent),
    acknowledged: toLines(acknowledged),
    found: toLines(found),
  };
  const [sentLines, storedLines] = [new Set(lines.sent), new Set(lines.found)];
  expect(lines.acknowledged.filter((line) => !storedLines.has(line))).toEqual([]);
  expect(lines.found.filter((line) => !sentLines.has(line))).toEqual([]);
  expect(lines.found).toHaveLength(storedLines.size);
}

function toLines({ visits, events }: Rows): string[] {
  return [...visits, ...events.map(({ id, visit }) => `${id} in ${visit}`)];
}

describe("a burst of visits and events", () => {
  const traffic: Traffic = {
    sent: { visits: [], events: [] },
    acknowledged: { visits: [], events: [] },
    storedCounts: new Set(),
  };

  it("loses no acknowledged row and stores no row twice if the server is killed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir, env });
      const end = await burst(server, traffic);
      await server.kill();
      await end();
    }
    expectComplete(traffic, await readRows());
  });

  it("loses and duplicates nothing if the server and its database are killed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir, env });
      const database = postgresPid(dataDir);
      const end = await burst(server, traffic);
      if (database !== undefined) process.kill(database, "SIGKILL");
      await server.kill();
      await end();
    }
    expectComplete(traffic, await readRows());
  });

  it("loses and duplicates nothing if only the database is killed, and resumes automatically", async () => {
    const server = await startServer({ dataDir, env });
    const database = postgresPid(dataDir);
    const end = await burst(server, traffic);
    if (database !== undefined) process.kill(database, "SIGKILL");
    const { events } = traffic.acknowledged;
    const before = events.length;
    await until("events to be acknowledged again", () => events.length > before + minAcknowledged, 30_000);
    await end();
    await server.stop();
    expectComplete(traffic, await readRows());
  });

  it("is stored before a server that receives a stop signal exits", async () => {
    const server = await startServer({ dataDir, env });
    const end = await burst(server, traffic);
    await server.stop();
    await end();
    expect(server.child.exitCode).toBe(0);
    expectComplete(traffic, await readRows());
  });
});

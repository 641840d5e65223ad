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

/** Each visitor stands behind a trusted proxy, or they would soon be too many from one address. */
const env = { TRUSTED_PROXIES: "127.0.0.1" };

/** So many that some are under way in every stage when the kill comes. */
const enough = 200;

/** An event by its number, with the visit in which it happened. */
type Event = { id: string; visit: string };
type Rows = { visits: string[]; events: Event[] };

/** What the browsers sent, and what the server said that it stored; and how many events it ever said so of three. */
type Traffic = { sent: Rows; acknowledged: Rows; ofThree: Set<number | undefined> };

/**
 * Sixteen browsers that each record a visit, and send events of it, every other batch twice; hands over in the middle of it, when
 * enough are acknowledged.
 */
async function burst(server: RunningServer, traffic: Traffic): Promise<() => Promise<void>> {
  let going = true;
  const { events } = traffic.acknowledged;
  const begun = events.length;
  const browsers = Array.from({ length: 16 }, async (_, number) => {
    while (going) {
      const address = `198.18.${number}.${Math.floor(Math.random() * 256)}`;
      await browse(server.url, address, traffic).catch(() => (going ? sleep(20) : undefined));
    }
  });
  await until("enough events to be acknowledged", () => events.length > begun + enough);
  return async () => {
    going = false;
    await Promise.all(browsers);
  };
}

async function browse(url: string, address: string, { sent, acknowledged, ofThree }: Traffic): Promise<void> {
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
    // As a browser does whose answer was lost.
    if (batch % 2 === 1) await post(url, "tracking-events", address, body);
    ofThree.add((await post(url, "tracking-events", address, body)).stored);
    acknowledged.events.push(...ids);
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

/** Whatever was acknowledged is there, and whatever is there was sent: once, and in the visit in which it happened. */
function expectWhole({ sent, acknowledged, ofThree }: Traffic, found: Rows): void {
  expect(ofThree).toEqual(new Set([3]));
  const lines = {
    sent: linesOf(sent),
    acknowledged: linesOf(acknowledged),
    found: linesOf(found),
  };
  const [wereSent, areThere] = [new Set(lines.sent), new Set(lines.found)];
  expect(lines.acknowledged.filter((line) => !areThere.has(line))).toEqual([]);
  expect(lines.found.filter((line) => !wereSent.has(line))).toEqual([]);
  expect(lines.found).toHaveLength(areThere.size);
}

function linesOf({ visits, events }: Rows): string[] {
  return [...visits, ...events.map(({ id, visit }) => `${id} in ${visit}`)];
}

describe("a burst of visits and events", () => {
  const traffic: Traffic = {
    sent: { visits: [], events: [] },
    acknowledged: { visits: [], events: [] },
    ofThree: new Set(),
  };

  it("loses nothing that was acknowledged, and has nothing twice, when the server is killed", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir, env });
      const end = await burst(server, traffic);
      await server.kill();
      await end();
    }
    expectWhole(traffic, await readRows());
  });

  it("nor when its database is killed with it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir, env });
      const database = postgresPid(dataDir);
      const end = await burst(server, traffic);
      if (database !== undefined) process.kill(database, "SIGKILL");
      await server.kill();
      await end();
    }
    expectWhole(traffic, await readRows());
  });

  it("nor when its database is killed alone: it is refused meanwhile, and goes on by itself", async () => {
    const server = await startServer({ dataDir, env });
    const database = postgresPid(dataDir);
    const end = await burst(server, traffic);
    if (database !== undefined) process.kill(database, "SIGKILL");
    const { events } = traffic.acknowledged;
    const before = events.length;
    await until("events to be acknowledged again", () => events.length > before + enough, 30_000);
    await end();
    await server.stop();
    expectWhole(traffic, await readRows());
  });

  it("is written before a server ends that was asked to stop", async () => {
    const server = await startServer({ dataDir, env });
    const end = await burst(server, traffic);
    await server.stop();
    await end();
    expect(server.child.exitCode).toBe(0);
    expectWhole(traffic, await readRows());
  });
});

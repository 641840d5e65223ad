import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { type ServerProcess, startServer } from "./kit/server-process.ts";
import { withServerDatabase } from "./load/bare-insert.ts";
import { openConnection } from "./kit/http-connection.ts";
import { median, percentile } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

const publications = 5;
/** The server looks for approved changes every five seconds. */
const maxWaitMs = 30_000;

/** One visitor reloads the home page this often. */
const reloadMs = 5;

const published = z.object({
  event: z.literal("release.published"),
  time: z.iso.datetime(),
  renderMs: z.number(),
  storeMs: z.number(),
});

type Publication = Omit<z.infer<typeof published>, "event">;

/**
 * Publishes changes of a sentence, and measures how long rendering all pages and storing their copies takes, and how long a visitor waits
 * for the home page meanwhile.
 */
export async function measurePublication(): Promise<Line[]> {
  const server = await startServer();
  const visitor = await startVisitor(server.port);
  try {
    const times: Publication[] = [];
    for (let number = 1; number <= publications; number += 1) {
      // Without a figure, which would need evidence.
      const note = `Owners read note ${String.fromCodePoint(0x60 + number)}.`;
      await withServerDatabase(server.dataDir, (pool) => approveNote(pool, note));
      times.push(await awaitPublication(server, number));
    }
    const renderMs = median(times.map((time) => time.renderMs));
    const storeMs = median(times.map((time) => time.storeMs));
    const result = `${formatNumber(renderMs + storeMs)} ms: rendering all pages ${formatNumber(renderMs)} ms, storing the release and their copies ${formatNumber(storeMs)} ms; median of ${publications}`;
    return [
      { kind: "measured", what: "Capture of all pages", result, values: { renderMs, storeMs } },
      compareWaits(await visitor.stop(), times),
    ];
  } finally {
    await visitor.stop();
    await server.stop();
  }
}

type Visit = { at: number; ms: number };

/** Requests the home page on one connection, again and again with a pause, until it is stopped. */
async function startVisitor(port: number): Promise<{ stop(): Promise<Visit[]> }> {
  const connection = await openConnection(port);
  const visits: Visit[] = [];
  let isStopped = false;
  const visiting = (async () => {
    while (!isStopped) {
      const start = performance.now();
      await connection.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      visits.push({ at: Date.now(), ms: performance.now() - start });
      await sleep(reloadMs);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await visiting;
      connection.close();
      return visits;
    },
  };
}

/** Compares the visits during publications with the others. */
function compareWaits(visits: readonly Visit[], finished: readonly Publication[]): Line {
  const isDuring = ({ at }: Visit): boolean =>
    finished.some(({ time, renderMs, storeMs }) => {
      const end = Date.parse(time);
      return at <= end && at >= end - renderMs - storeMs;
    });
  const during = visits.filter(isDuring).map(({ ms }) => ms);
  const others = visits.filter((visit) => !isDuring(visit)).map(({ ms }) => ms);
  const [p50Ms, quietP50Ms] = [median(during), median(others)];
  const [p99Ms, quietP99Ms] = [percentile(during, 0.99), percentile(others, 0.99)];
  const result = `median ${formatNumber(p50Ms)} ms, 99th percentile ${formatNumber(p99Ms)} ms; otherwise ${formatNumber(quietP50Ms)} ms and ${formatNumber(quietP99Ms)} ms; ${during.length} and ${others.length} requests`;
  return {
    kind: "measured",
    what: "Home page during the capture",
    result,
    values: { p50Ms, quietP50Ms, p99Ms, quietP99Ms },
  };
}

/** Stores an approved change of the home page, which the server publishes. */
async function approveNote(pool: Pool, note: string): Promise<void> {
  await pool.query(
    `insert into content_changes (document, origin, state, body, base_hash, created_at, saved_at, author,
       submitted_at, submitted_by, decided_at, decided_by, publish_at)
     select document, 'browser', 'approved', jsonb_set(body::jsonb, '{values,note}', to_jsonb($1::text))::text, hash,
       now(), now(), $2, now(), $2, now(), $2, now()
     from content_release_documents join content_bodies using (hash)
     where document = 'home' and release = (select max(number) from content_releases)`,
    [note, "benchmark@example.com"],
  );
}

/** @param count the number of publications until then */
async function awaitPublication(server: ServerProcess, count: number): Promise<Publication> {
  const until = performance.now() + maxWaitMs;
  while (performance.now() < until) {
    const found = server
      .readOutput()
      .split("\n")
      .flatMap((line) => published.safeParse(line.startsWith("{") ? JSON.parse(line) : undefined).data ?? []);
    const last = found[count - 1];
    if (last !== undefined) return last;
    await sleep(200);
  }
  throw new Error("The change was not published within 30 seconds.");
}

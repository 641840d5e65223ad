import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { type ServerProcess, startServer } from "./kit/server-process.ts";
import { withServerDatabase } from "./load/bare-insert.ts";
import { openConnection } from "./kit/http-connection.ts";
import { median, percentile } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

/** Publications of each change. */
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

/** Texts that the measurement changes, the second one on every page: the names of its figures, the document, and the path of the text in it. */
const changes = [
  {
    capture: "Capture after a change on one page",
    visit: "Home page during that capture",
    document: "home",
    path: "{values,note}",
  },
  {
    capture: "Capture of all pages",
    visit: "Home page during the capture",
    document: "disclosures",
    path: "{1}",
  },
] as const;

type TextChange = (typeof changes)[number];

/**
 * Publishes changes of a sentence on one page and on every page, and measures how long rendering the pages that it changes and storing copies
 * of all pages takes, and how long a visitor waits for the home page meanwhile.
 */
export async function measurePublication(): Promise<Line[]> {
  const server = await startServer();
  const visitor = await startVisitor(server.port);
  try {
    const measured: { change: TextChange; times: Publication[] }[] = [];
    for (const [index, change] of changes.entries()) {
      const times: Publication[] = [];
      for (let number = 1; number <= publications; number += 1) {
        // Without a figure, which would need evidence.
        const sentence = `Owners read note ${String.fromCodePoint(0x60 + number)}.`;
        await withServerDatabase(server.dataDir, (pool) => approveText(pool, change, sentence));
        times.push(await awaitPublication(server, index * publications + number));
      }
      measured.push({ change, times });
    }
    const visits = await visitor.stop();
    const all = measured.flatMap(({ times }) => times);
    return measured.flatMap(({ change, times }) => [
      describeCapture(change, times),
      compareWaits(change, visits, { during: times, all }),
    ]);
  } finally {
    await visitor.stop();
    await server.stop();
  }
}

function describeCapture({ capture }: TextChange, times: readonly Publication[]): Line {
  const renderMs = median(times.map((time) => time.renderMs));
  const storeMs = median(times.map((time) => time.storeMs));
  const result = `${formatNumber(renderMs + storeMs)} ms: rendering ${formatNumber(renderMs)} ms, storing the release and the copies ${formatNumber(storeMs)} ms; median of ${publications}`;
  return {
    kind: "measured",
    what: capture,
    result,
    values: { renderMs, storeMs },
  };
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

/** Compares the visits during publications of a change with those during none. */
function compareWaits(
  { visit: what }: TextChange,
  visits: readonly Visit[],
  compared: { during: readonly Publication[]; all: readonly Publication[] },
): Line {
  const isDuring = (finished: readonly Publication[], { at }: Visit): boolean =>
    finished.some(({ time, renderMs, storeMs }) => {
      const end = Date.parse(time);
      return at <= end && at >= end - renderMs - storeMs;
    });
  const during = visits.filter((each) => isDuring(compared.during, each)).map(({ ms }) => ms);
  const others = visits.filter((each) => !isDuring(compared.all, each)).map(({ ms }) => ms);
  const [p50Ms, quietP50Ms] = [median(during), median(others)];
  const [p99Ms, quietP99Ms] = [percentile(during, 0.99), percentile(others, 0.99)];
  const result = `median ${formatNumber(p50Ms)} ms, 99th percentile ${formatNumber(p99Ms)} ms; otherwise ${formatNumber(quietP50Ms)} ms and ${formatNumber(quietP99Ms)} ms; ${during.length} and ${others.length} requests`;
  return {
    kind: "measured",
    what,
    result,
    values: { p50Ms, quietP50Ms, p99Ms, quietP99Ms },
  };
}

/** Stores an approved change of a text, which the server publishes. */
async function approveText(pool: Pool, { document, path }: TextChange, text: string): Promise<void> {
  await pool.query(
    `insert into content_changes (document, origin, state, body, base_hash, created_at, saved_at, author,
       submitted_at, submitted_by, decided_at, decided_by, publish_at)
     select document, 'browser', 'approved', jsonb_set(body::jsonb, $3, to_jsonb($1::text))::text, hash,
       now(), now(), $2, now(), $2, now(), $2, now()
     from content_release_documents join content_bodies using (hash)
     where document = $4 and release = (select max(number) from content_releases)`,
    [text, "benchmark@example.com", path, document],
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

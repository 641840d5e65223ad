import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { type ServerProcess, startServer } from "./kit/server-process.ts";
import { withServerDatabase } from "./load/bare-insert.ts";
import { median } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

const publications = 5;
/** The server looks for approved changes every five seconds. */
const maxWaitMs = 30_000;

const published = z.object({
  event: z.literal("release.published"),
  renderMs: z.number(),
  storeMs: z.number(),
});

/** Publishes changes of a sentence, and measures how long rendering all pages and storing their copies takes. */
export async function measurePublication(): Promise<Line[]> {
  const server = await startServer();
  try {
    const times: { renderMs: number; storeMs: number }[] = [];
    for (let number = 1; number <= publications; number += 1) {
      // Without a figure, which would need evidence.
      const note = `Owners read note ${String.fromCodePoint(0x60 + number)}.`;
      await withServerDatabase(server.dataDir, (pool) => approveNote(pool, note));
      times.push(await awaitPublication(server, number));
    }
    const renderMs = median(times.map((time) => time.renderMs));
    const storeMs = median(times.map((time) => time.storeMs));
    const result = `${formatNumber(renderMs + storeMs)} ms: rendering all pages ${formatNumber(renderMs)} ms, storing the release and their copies ${formatNumber(storeMs)} ms; median of ${publications}`;
    return [{ kind: "measured", what: "Capture of all pages", result, values: { renderMs, storeMs } }];
  } finally {
    await server.stop();
  }
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
async function awaitPublication(server: ServerProcess, count: number) {
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

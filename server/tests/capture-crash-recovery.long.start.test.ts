import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { verifyRecord } from "#app/compliance/archive/verify-record.server.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { rounds } from "#tests/kit/rounds.ts";
import { sleep, startServer, until } from "#tests/kit/running-server.ts";
import { withDatabase } from "#tests/kit/stopped-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-capture-crash-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The first capture begins five seconds after the start, and takes one to two seconds. */
const captureAfterMs = 5_000;
const captureWithinMs = 2_500;

it("a server that is killed while it captures the site records the change once, after its restart", async () => {
  // The port, which differs at each start, would be part of the settings of the build.
  const env = { LOG_LEVEL: "info", SITE_URL: "https://www.example.com" };
  const first = await startServer({ dataDir, env });
  await first.stop();
  for (let round = 1; round <= rounds; round += 1) {
    const { id } = await withDatabase(dataDir, (db) =>
      db
        .insertInto("events")
        .values(anEvent({ startsAt: new Date(Date.now() + round * 86_400_000) }))
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const killed = await startServer({ dataDir, env });
    await sleep(captureAfterMs + (round / rounds) * captureWithinMs);
    await killed.kill();
    const wasRecorded = killed.output().includes("archive.recorded");
    const server = await startServer({ dataDir, env });
    const isRecorded = (): Promise<boolean> => Promise.resolve(server.output().includes("archive.recorded"));
    // A change that was recorded is not recorded again, although the server was killed before it could say so.
    if (wasRecorded) await sleep(captureAfterMs + captureWithinMs);
    else await until("the change to be recorded", isRecorded, 30_000).catch(() => undefined);
    await server.stop();
    await withDatabase(dataDir, async (db) => {
      const captures = await db
        .selectFrom("archiveCaptures")
        .select("position")
        .where("path", "=", eventPagePath(id))
        .execute();
      expect(captures).toHaveLength(1);
      expect((await verifyRecord(db)).problems).toEqual([]);
    });
  }
}, 900_000);

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterAll, expect, it } from "vitest";
import { verifyRecord } from "#app/compliance/archive/verify-record.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { approveNote, noteAuthor } from "#tests/kit/approve-note.ts";
import { rounds } from "#tests/kit/rounds.ts";
import { sleep, startServer, until } from "#tests/kit/running-server.ts";
import { withDatabase } from "#tests/kit/stopped-database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "practice-publish-crash-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Each release is in the archive exactly once, and the chain is intact. */
async function expectWhole(db: Kysely<Database>, published: number): Promise<void> {
  const releases = await db.selectFrom("contentReleases").select(["number", "reason"]).execute();
  expect(releases).toHaveLength(published + 1);
  const entries = await db
    .selectFrom("archiveEntries")
    .select("reason")
    .where("author", "=", noteAuthor.email)
    .execute();
  expect(entries).toHaveLength(published);
  expect((await verifyRecord(db)).problems).toEqual([]);
}

it("a server that is killed while it publishes shows one whole release, and publishes the change after its restart", async () => {
  const first = await startServer({ dataDir });
  await first.stop();
  let previous = "at least a year";
  for (let round = 1; round <= rounds; round += 1) {
    // Without a figure, which would need evidence.
    const note = `Owners read note ${String.fromCodePoint(0x60 + round)}.`;
    await withDatabase(dataDir, (db) => approveNote(db, note));
    const killed = await startServer({ dataDir });
    // Publishing takes one to two seconds after the start.
    await sleep((round / rounds) * 2_500);
    const page = await (await fetch(killed.url)).text();
    expect([previous, note].filter((each) => page.includes(each))).toHaveLength(1);
    await killed.kill();
    const server = await startServer({ dataDir });
    const hasNote = async (): Promise<boolean> => (await (await fetch(server.url)).text()).includes(note);
    try {
      // On a busy machine, one publication takes several seconds, and the next attempt begins five seconds later.
      await until("the change to be published", hasNote, 60_000);
    } catch (error) {
      throw new Error(`Round ${round}: the change was not published.\n${server.output()}`, { cause: error });
    } finally {
      await server.stop();
    }
    await withDatabase(dataDir, (db) => expectWhole(db, round));
    previous = note;
  }
}, 600_000);

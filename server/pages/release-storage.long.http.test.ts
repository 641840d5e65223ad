import { expect, it } from "vitest";
import { sql } from "kysely";
import { actorOf } from "#app/audit/audit.server.ts";
import { createSiteRecorder } from "#app/compliance/archive/site-recorder.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { approveChange } from "#app/publishing/publication/publish-change.server.ts";
import { findLatestRelease } from "#app/publishing/releases/release-store.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { submitNote } from "#tests/kit/submit-note.ts";

const site = testApp();
const clock = { now: () => new Date() };
const words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron"];
const releases = 40;

it("a thousand releases that each change a page take less than 200 MB", async () => {
  await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
  await site.publishing().refresh();
  const recorder = createSiteRecorder({
    db: site.db,
    clock,
    log: silentLog,
    site: site.site(),
    searchClaims: () => Promise.resolve(undefined),
    findLatestRelease,
  });
  await recorder.check();
  const before = await measureBytes();
  for (let n = 0; n < releases; n += 1) {
    await publishNote(`Read about ${words[n % 8]} and ${words[Math.floor(n / 8)]}.`);
  }
  const perThousand = ((await measureBytes()) - before) * (1_000 / releases);
  expect(perThousand).toBeGreaterThan(0);
  expect(perThousand).toBeLessThan(200_000_000);
}, 300_000);

async function publishNote(note: string): Promise<void> {
  const deps = {
    db: site.db,
    clock,
    log: silentLog,
    actor: actorOf({ id: "ruth", email: "ruth@example.com" }),
    clientAddress: "",
    ...site.publishing(),
  };
  const now = { publishAt: undefined, decisionReason: "" };
  expect(await approveChange(deps, await submitNote(deps, note), now)).toMatchObject({ ok: true });
}

/** The bytes of everything that releases add, indexes included. */
async function measureBytes(): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass))::float8 as bytes
    from pg_tables where schemaname = 'public' and (tablename like 'archive%' or tablename like 'content%')`.execute(
    site.db,
  );
  return rows[0]?.bytes ?? Number.NaN;
}

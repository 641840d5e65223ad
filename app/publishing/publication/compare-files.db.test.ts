import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import {
  countWaitingChanges,
  findOpenChange,
  lockChange,
} from "#app/publishing/changes/change-store.server.ts";
import {
  changeLimits,
  discardChange,
  rejectChange,
  reopenChange,
  saveChange,
  type SeenChange,
  startChange,
  submitChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import { isRecord, type Json, parseJson } from "#app/publishing/documents/json.ts";
import { startReleaseReader } from "#app/publishing/releases/release-reader.server.ts";
import { listDocumentHashes, storeBodies, toBody } from "#app/publishing/releases/release-store.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { submitNote, withNote } from "#tests/kit/submit-note.ts";
import { compareFiles } from "./compare-files.server.ts";
import { approveChange } from "./publish-change.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const edits = { db, clock, clientAddress: "192.0.2.1" };
const ruth = { ...edits, actor: actorOf({ id: "ruth", email: "ruth@example.com" }) };
const daniel = { ...edits, actor: actorOf({ id: "daniel", email: "daniel@example.com" }) };
const fileDeps = { db, clock, log: silentLog, builtAt: new Date("2026-11-01") };

beforeEach(async () => {
  await compareFiles(fileDeps);
});

/** Publishes the home page with another note, without a capture of its pages. */
async function publishNote(note: string): Promise<void> {
  await approve(await submitNote(ruth, note));
}

async function approve(change: SeenChange, publishAt?: Date): Promise<void> {
  const approved = await approveChange(
    {
      ...daniel,
      log: silentLog,
      requiresSecondPerson: false,
      refresh: () => Promise.resolve(),
      captureRelease: () => Promise.resolve({ ok: true, store: () => Promise.resolve() }),
    },
    change,
    { publishAt, decisionReason: "" },
  );
  if (!approved.ok) throw new Error(approved.reason);
}

async function readHome(): Promise<string> {
  const reader = await startReleaseReader({ db, log: silentLog });
  await reader.stop();
  return JSON.stringify(reader.inUse().documents?.["home"]);
}

function withLead(home: Json, lead: string): Json {
  if (!isRecord(home) || !isRecord(home["hero"])) throw new Error("The home page has no hero.");
  return { ...home, hero: { ...home["hero"], lead } };
}

/** Waits until another connection waits for a lock. */
async function untilWaiting(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db,
      );
      return rows.length;
    })
    .toBeGreaterThan(0);
}

describe("files that changed in a new build", () => {
  /** Stands for a build whose file differed. */
  async function rememberOtherFile(document: string, body: Json, builtAt = new Date("2026-10-01")) {
    const stored = toBody(body);
    const { hash } = stored;
    await storeBodies(db, [stored]);
    await db.updateTable("contentFiles").set({ hash, builtAt }).where("document", "=", document).execute();
  }

  it("become a draft, merged with what was published in the meantime", async () => {
    const first = parseJson(await readHome());
    await publishNote("Published in the browser.");
    await rememberOtherFile("home", withLead(first, "The lead of the last build."));
    expect(await compareFiles(fileDeps)).toEqual(["home"]);
    const draft = await findOpenChange(db, "home");
    expect(draft).toMatchObject({ state: "draft", origin: "files", author: "deployment", conflicts: [] });
    expect(draft?.body).toContain("Published in the browser.");
    expect(draft?.body).not.toContain("The lead of the last build.");
    expect(await readHome()).toContain("Published in the browser.");
    expect(await compareFiles(fileDeps)).toEqual([]);
  });

  it("do not replace the words of an open draft, and withdraw its approval", async () => {
    const first = parseJson(await readHome());
    await publishNote("Published in the browser.");
    const change = await submitNote(ruth, "A colleague’s note.");
    await rememberOtherFile("home", withNote(first, "Old"));
    expect(await compareFiles(fileDeps)).toEqual(["home"]);
    const draft = await findOpenChange(db, "home");
    expect(draft).toMatchObject({
      id: change.id,
      state: "draft",
      conflicts: ["values.note"],
      submittedBy: null,
    });
    expect(draft?.body).toContain("A colleague’s note.");
    expect(draft?.revision).toBe(change.revision + 1);
    const { rows } = await sql<{ action: string; actorKind: string; details: unknown }>`
      select action, actor_kind, details from audit_events order by id desc limit 1`.execute(db);
    const details = { document: "home", revision: change.revision + 1 };
    expect(rows).toEqual([{ action: "content-change-rejected", actorKind: "shell", details }]);
  });

  it("return an approved change that has a time, with a reason that stays until it is submitted again", async () => {
    const first = parseJson(await readHome());
    await publishNote("Published in the browser.");
    const publishAt = new Date("2026-12-24T16:00:00Z");
    await approve(await submitNote(ruth, "A colleague’s note."), publishAt);
    await rememberOtherFile("home", withNote(first, "Old"));
    expect(await compareFiles(fileDeps)).toEqual(["home"]);
    const decision = {
      decidedAt: clock.now(),
      decidedBy: "deployment",
      decisionReason: "A new build changed this document. Check the draft and submit it again.",
    };
    const returned = { state: "draft", publishAt: null, submittedBy: null, ...decision };
    expect(await findOpenChange(db, "home")).toMatchObject({
      ...returned,
      earlierDecisions: [{ by: "daniel@example.com", reason: "" }],
    });
    expect(await countWaitingChanges(db)).toEqual({ submitted: 0, failed: 0, returned: 1 });

    await rememberOtherFile("home", withNote(first, "Older"));
    expect(await compareFiles(fileDeps)).toEqual(["home"]);
    const draft = await findOpenChange(db, "home");
    if (draft === undefined) throw new Error("There is no draft.");
    expect(draft).toMatchObject(returned);
    const later = { ...ruth, clock: { now: () => new Date(clock.now().getTime() + 60_000) } };
    expect((await submitChange(later, draft)).ok).toBe(true);
    expect(await countWaitingChanges(db)).toEqual({ submitted: 1, failed: 0, returned: 0 });

    const submitted = await findOpenChange(db, "home");
    if (submitted === undefined) throw new Error("There is no submitted change.");
    expect((await reopenChange(later, submitted)).ok).toBe(true);
    expect(await countWaitingChanges(db)).toEqual({ submitted: 0, failed: 0, returned: 0 });
  });

  it("wait for a colleague who is saving the draft, and keep what is saved", async () => {
    const first = parseJson(await readHome());
    await publishNote("Published in the browser.");
    const change = await submitNote(ruth, "A colleague’s note.");
    await rejectChange(daniel, change, "Shorter, please");
    await rememberOtherFile("home", withNote(first, "Old"));
    const { comparing } = await db.transaction().execute(async (trx) => {
      const locked = await lockChange(trx, change.id);
      const started = compareFiles(fileDeps);
      await untilWaiting();
      const body = JSON.stringify(withNote(first, "Shorter."));
      await trx
        .updateTable("contentChanges")
        .set({ body, revision: (locked?.revision ?? 0) + 1 })
        .where("id", "=", change.id)
        .execute();
      return { comparing: started };
    });
    expect(await comparing).toEqual(["home"]);
    expect((await findOpenChange(db, "home"))?.body).toContain("Shorter.");
  });

  it("become a release if they are new, so that later changes of them need approval", async () => {
    const isHome = sql<boolean>`document = 'home'`;
    // As a build without this document left it.
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await trx.deleteFrom("contentReleaseDocuments").where(isHome).execute();
      await trx.deleteFrom("contentFiles").where(isHome).execute();
    });
    const documents = async (release: number) => (await listDocumentHashes(db, release)).size;
    expect(await compareFiles({ ...fileDeps, builtAt: new Date("2026-11-20") })).toEqual([]);
    expect(await db.selectFrom("contentReleases").select(["number", "reason"]).execute()).toMatchObject([
      { number: 1 },
      { number: 2, reason: "New in the build: home" },
    ]);
    expect(await documents(2)).toBe((await documents(1)) + 1);
    await publishNote("Published in the browser.");
    await rememberOtherFile("home", { title: "Another title" });
    expect(await compareFiles(fileDeps)).toEqual(["home"]);
  });

  it("leave a draft as it is while the merged document would be too long", async () => {
    const first = parseJson(await readHome());
    await publishNote("Published in the browser.");
    const before = withLead(first, "x");
    await rememberOtherFile("home", before);
    const started = await startChange(ruth, "home");
    if (!started.ok) throw new Error(started.reason);
    const free = changeLimits.bodyBytes - Buffer.byteLength(JSON.stringify(withNote(before, "")));
    const document = withNote(before, "n".repeat(free));
    const saved = await saveChange(ruth, started.change, { document, reason: "" });
    if (!saved.ok) throw new Error(saved.reason);
    const log = { ...silentLog, error: vi.fn<Log["error"]>() };
    expect(await compareFiles({ ...fileDeps, log })).toEqual([]);
    expect(log.error).toHaveBeenCalledWith("release.merge_too_long", { document: "home" });
    expect(await findOpenChange(db, "home")).toEqual(saved.change);

    // The next start merges the file with a shorter draft.
    await saveChange(ruth, saved.change, { document: withNote(before, "Shorter."), reason: "" });
    expect(await compareFiles(fileDeps)).toEqual(["home"]);
    expect((await findOpenChange(db, "home"))?.body).toBe(JSON.stringify(withNote(first, "Shorter.")));
  });

  it("are not proposed by an older build that starts again", async () => {
    const first = parseJson(await readHome());
    await rememberOtherFile("home", withNote(first, "Newer"), new Date("2026-12-01"));
    expect(await compareFiles(fileDeps)).toEqual([]);
  });

  it("end as compared when the draft is discarded", async () => {
    const first = parseJson(await readHome());
    await publishNote("Published in the browser.");
    await rememberOtherFile("home", withNote(first, "Old"));
    await compareFiles(fileDeps);
    const draft = await findOpenChange(db, "home");
    if (draft === undefined) throw new Error("There is no draft.");
    expect(draft.conflicts).toEqual(["values.note"]);
    expect(await discardChange(ruth, draft)).toMatchObject({
      ok: true,
      change: { state: "discarded" },
    });
    expect(await compareFiles(fileDeps)).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import {
  rejectChange,
  saveChange,
  startChange,
  submitChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import { parseJson } from "#app/publishing/documents/json.ts";
import { fileRelease, type Release, type Releases } from "#app/publishing/releases/release.ts";
import { startReleaseReader } from "#app/publishing/releases/release-reader.server.ts";
import {
  insertRelease,
  listDocumentHashes,
  storeBodies,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { submitNote as submitHomeNote, withNote } from "#tests/kit/submit-note.ts";
import { compareFiles } from "./compare-files.server.ts";
import { publishDueChanges } from "./publish-due.server.ts";
import { approveChange, type PublishDeps } from "./publish-change.server.ts";
import type { BlockingClaim } from "./capture-release.server.ts";
import { restoreRelease } from "./restore-release.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const ruth = actorOf({ id: "ruth", email: "ruth@example.com" });
const daniel = actorOf({ id: "daniel", email: "daniel@example.com" });

let captured: Release[] = [];
let approvals: unknown[] = [];
let failsToRender = false;
let openClaims: BlockingClaim[] = [];

function depsOf(actor: typeof ruth, options: Partial<PublishDeps> = {}): PublishDeps & Releases {
  return {
    db,
    inUse: () => ({ number: 1_000, documents: undefined }),
    clock,
    log: silentLog,
    actor,
    clientAddress: "192.0.2.1",
    requiresSecondPerson: false,
    refresh: () => Promise.resolve(),
    captureRelease(release) {
      if (failsToRender) return Promise.reject(new Error("A page failed."));
      if (openClaims.length > 0) return Promise.resolve({ ok: false, reason: "claims", claims: openClaims });
      captured.push(release);
      return Promise.resolve({
        ok: true,
        store(_, approval) {
          approvals.push(approval);
          return Promise.resolve();
        },
      });
    },
    ...options,
  };
}

const fileDeps = { db, clock, log: silentLog, builtAt: new Date("2026-11-01") };

beforeEach(async () => {
  captured = [];
  approvals = [];
  failsToRender = false;
  openClaims = [];
  await compareFiles(fileDeps);
});

/** Submits the home page with another note below the values. */
const submitNote = (note: string) => submitHomeNote(depsOf(ruth), note);

const now = { publishAt: undefined, decisionReason: "" };

/** Submits a change of another document than the home page. */
async function submitDisclosure() {
  const started = await startChange(depsOf(ruth), "disclosures");
  if (!started.ok) throw new Error(started.reason);
  const document = ["A new disclosure."];
  const saved = await saveChange(depsOf(ruth), started.change, { document, reason: "New" });
  const submitted = saved.ok ? await submitChange(depsOf(ruth), saved.change) : saved;
  if (!submitted.ok) throw new Error(submitted.reason);
  return submitted.change;
}

async function publishDisclosure(): Promise<void> {
  expect(await approveChange(depsOf(daniel), await submitDisclosure(), now)).toMatchObject({ ok: true });
}

async function readHome(): Promise<string> {
  const reader = await startReleaseReader({ db, log: silentLog });
  await reader.stop();
  return JSON.stringify(reader.inUse().documents?.["home"]);
}

describe("a change", () => {
  it("is published with its author, approver and reason, after every page was captured", async () => {
    const change = await submitNote("A new note.");
    expect(await readHome()).not.toContain("A new note.");
    const decision = { ...now, decisionReason: "Checked against the brochure" };
    const result = await approveChange(depsOf(daniel), change, decision);
    expect(result).toMatchObject({ ok: true, change: { state: "published", release: 2 } });
    expect(await readHome()).toContain("A new note.");
    expect(captured).toMatchObject([{ number: 2, documents: { home: { values: { note: "A new note." } } } }]);
    expect(approvals).toMatchObject([
      {
        author: "ruth@example.com",
        approver: "daniel@example.com",
        reason: "Release 2. A clearer note. Approver’s note: Checked against the brochure",
      },
    ]);
    expect(
      await db.selectFrom("contentReleases").select(["number", "kind", "author"]).orderBy("number").execute(),
    ).toEqual([
      { number: 1, kind: "files", author: "deployment" },
      { number: 2, kind: "change", author: "ruth@example.com" },
    ]);
    const audited = db.selectFrom("auditEvents").select(["action", "actorEmail"]).orderBy("id");
    expect((await audited.execute()).slice(-2)).toEqual([
      { action: "content-change-approved", actorEmail: "daniel@example.com" },
      { action: "content-published", actorEmail: "daniel@example.com" },
    ]);
  });

  it("is refused while this build rejects another published document", async () => {
    const change = await submitNote("A new note.");
    const wrong = toBody({ wrong: true });
    await storeBodies(db, [wrong]);
    const hashes = new Map([...(await listDocumentHashes(db, 1)), ["disclosures", wrong.hash]]);
    const release = await db.selectFrom("contentReleases").selectAll().executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => insertRelease(trx, { ...release, number: 2 }, hashes));
    expect(await approveChange(depsOf(daniel), change, now)).toEqual({ ok: false, reason: "invalid" });
    expect(captured).toEqual([]);
  });

  it("that its author approves is marked, or refused if a second person is required", async () => {
    const change = await submitNote("A new note.");
    expect(await approveChange(depsOf(ruth, { requiresSecondPerson: true }), change, now)).toEqual({
      ok: false,
      reason: "own",
    });
    await approveChange(depsOf(ruth), change, now);
    expect(approvals).toMatchObject([{ reason: "Release 2. A clearer note (approved by its author)" }]);
  });

  it("is also that of a person whose version a colleague has edited and submitted", async () => {
    const started = await startChange(depsOf(daniel), "home");
    if (!started.ok) throw new Error(started.reason);
    const document = withNote(parseJson(started.change.body ?? ""), "Daniel’s note.");
    await saveChange(depsOf(daniel), started.change, { document, reason: "A clearer note" });
    const change = await submitNote("Daniel’s note!");
    expect(change).toMatchObject({ author: "ruth@example.com" });
    expect(await approveChange(depsOf(daniel, { requiresSecondPerson: true }), change, now)).toEqual({
      ok: false,
      reason: "own",
    });
    await approveChange(depsOf(daniel), change, now);
    expect(approvals).toMatchObject([{ reason: "Release 2. A clearer note (approved by its author)" }]);
  });

  it("is published although another document was published while its pages were rendered", async () => {
    const change = await submitNote("A new note.");
    let isFirst = true;
    const deps = depsOf(daniel);
    const result = await approveChange(
      {
        ...deps,
        async captureRelease(release) {
          if (isFirst) {
            isFirst = false;
            await publishDisclosure();
          }
          return deps.captureRelease(release);
        },
      },
      change,
      now,
    );
    expect(result).toMatchObject({ ok: true, change: { release: 3 } });
    expect(await readHome()).toContain("A new note.");
    expect(captured.at(-1)?.documents?.["disclosures"]).toEqual(["A new disclosure."]);
  });

  it("that restores a release is refused if a document was published meanwhile, which it would undo", async () => {
    await approveChange(depsOf(daniel), await submitNote("A new note."), now);
    const restored = await restoreRelease(depsOf(ruth), { release: 1, reason: "Back" });
    if (!restored.ok) throw new Error(restored.reason);
    const deps = depsOf(daniel);
    const result = await approveChange(
      {
        ...deps,
        async captureRelease(release) {
          await publishDisclosure();
          return deps.captureRelease(release);
        },
      },
      restored.change,
      now,
    );
    expect(result).toEqual({ ok: false, reason: "published-since" });
  });

  it("is not published if a page cannot be rendered", async () => {
    const change = await submitNote("A new note.");
    failsToRender = true;
    expect(await approveChange(depsOf(daniel), change, now)).toEqual({ ok: false, reason: "not-rendered" });
    expect(await readHome()).not.toContain("A new note.");
    expect(await findOpenChange(db, "home")).toMatchObject({ state: "submitted" });
  });

  it("is not published while one of its claims has no evidence", async () => {
    const change = await submitNote("A new note.");
    openClaims = [
      { identity: "a", kind: "count", figure: "5", sentence: "5 offices", path: "/", reason: "undecided" },
    ];
    expect(await approveChange(depsOf(daniel), change, now)).toEqual({
      ok: false,
      reason: "claims",
      claims: openClaims,
    });
    expect(captured).toEqual([]);
  });

  it("is published once if two colleagues approve it at the same time", async () => {
    const change = await submitNote("A new note.");
    const results = await Promise.all([
      approveChange(depsOf(daniel), change, now),
      approveChange(depsOf(ruth), change, now),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.selectFrom("contentReleases").select("number").execute()).toHaveLength(2);
  });

  it("that a colleague has saved in the meantime is not overwritten", async () => {
    const started = await startChange(depsOf(ruth), "home");
    const again = await startChange(depsOf(daniel), "home");
    if (!started.ok || !again.ok) throw new Error("The change was not started.");
    expect(again.change.id).toBe(started.change.id);
    const document = withNote(parseJson(started.change.body ?? ""), "Ruth");
    await saveChange(depsOf(ruth), started.change, { document, reason: "" });
    const refused = await saveChange(depsOf(daniel), again.change, { document: {}, reason: "" });
    expect(refused).toMatchObject({ ok: false, reason: "changed", current: { author: "ruth@example.com" } });
    expect((await findOpenChange(db, "home"))?.body).toContain("Ruth");
  });

  it("with a mistake is saved but not submitted", async () => {
    const started = await startChange(depsOf(ruth), "home");
    if (!started.ok) throw new Error(started.reason);
    const document = withNote(parseJson(started.change.body ?? ""), " ");
    const saved = await saveChange(depsOf(ruth), started.change, { document, reason: "Shorter" });
    if (!saved.ok) throw new Error(saved.reason);
    expect(await submitChange(depsOf(ruth), saved.change)).toMatchObject({
      ok: false,
      reason: "mistakes",
      mistakes: [{ path: ["values", "note"] }],
    });
  });

  it("is not submitted without a reason or without a difference", async () => {
    const started = await startChange(depsOf(ruth), "home");
    if (!started.ok) throw new Error(started.reason);
    const body = parseJson(started.change.body ?? "");
    expect(await submitChange(depsOf(ruth), started.change)).toEqual({ ok: false, reason: "unchanged" });
    const saved = await saveChange(depsOf(ruth), started.change, {
      document: withNote(body, "A"),
      reason: "",
    });
    if (!saved.ok) throw new Error(saved.reason);
    expect(await submitChange(depsOf(ruth), saved.change)).toEqual({ ok: false, reason: "no-reason" });
  });

  it("that is returned to its author can be submitted again", async () => {
    const change = await submitNote("A new note.");
    const returned = await rejectChange(depsOf(daniel), change, "Too long");
    expect(returned).toMatchObject({ ok: true, change: { state: "draft", decisionReason: "Too long" } });
    if (!returned.ok) throw new Error(returned.reason);
    const again = await submitChange(depsOf(ruth), returned.change);
    expect(again).toMatchObject({ ok: true });
    if (!again.ok) throw new Error(again.reason);
    const published = await approveChange(depsOf(daniel), again.change, { ...now, decisionReason: "Fine" });
    // The reason for which it was returned is kept.
    expect(published).toMatchObject({
      ok: true,
      change: {
        decisionReason: "Fine",
        earlierDecisions: [{ by: daniel.email, reason: "Too long" }],
      },
    });
  });

  it("with a time is published by a server when the time has come", async () => {
    const change = await submitNote("A new note.");
    const inAnHour = new Date(Date.now() + 3_600_000);
    const late = { now: () => new Date() };
    await approveChange(depsOf(daniel, { clock: late }), change, { publishAt: inAnHour, decisionReason: "" });
    await publishDueChanges(depsOf(daniel));
    expect(await readHome()).not.toContain("A new note.");
    await db
      .updateTable("contentChanges")
      .set({ publishAt: new Date(0) })
      .execute();
    await publishDueChanges(depsOf(daniel));
    expect(await readHome()).toContain("A new note.");
  });

  it("keeps the reason why it could not be published at its time", async () => {
    const change = await submitNote("A new note.");
    await approveChange(depsOf(daniel, { clock: { now: () => new Date(0) } }), change, {
      publishAt: new Date(1),
      decisionReason: "",
    });
    failsToRender = true;
    await publishDueChanges(depsOf(daniel));
    const open = await findOpenChange(db, "home");
    expect(open).toMatchObject({ state: "approved" });
    expect(open?.failure).toContain("could not be rendered");
  });
});

describe("several changes that are due", () => {
  it("are published although one of them fails", async () => {
    const deps = depsOf(daniel, { clock: { now: () => new Date(0) } });
    const soon = { publishAt: new Date(1), decisionReason: "" };
    await approveChange(deps, await submitNote("A new note."), soon);
    await approveChange(deps, await submitDisclosure(), soon);
    let isFirst = true;
    const events: unknown[] = [];
    await publishDueChanges(
      depsOf(daniel, {
        log: { ...silentLog, error: (...event) => void events.push(event) },
        // A connection that breaks in the transaction, for example.
        captureRelease: async (release) => {
          const isFailing = isFirst;
          isFirst = false;
          const capture = await deps.captureRelease(release);
          if (!capture.ok || !isFailing) return capture;
          return { ok: true, store: () => Promise.reject(new Error("Connection terminated")) };
        },
      }),
    );
    expect(events).toMatchObject([["release.due_failed", { error: { message: "Connection terminated" } }]]);
    expect(await db.selectFrom("contentReleases").select("number").execute()).toHaveLength(2);
  });
});

describe("an earlier release", () => {
  it("is restored by a change that needs approval", async () => {
    await approveChange(depsOf(daniel), await submitNote("A new note."), now);
    const restored = await restoreRelease(depsOf(ruth), { release: 1, reason: "Back to the first" });
    if (!restored.ok) throw new Error(restored.reason);
    expect(await readHome()).toContain("A new note.");
    expect(await approveChange(depsOf(daniel), restored.change, now)).toMatchObject({ ok: true });
    expect(await readHome()).not.toContain("A new note.");
    expect(
      await db.selectFrom("contentReleases").select(["kind", "restores"]).where("number", "=", 3).execute(),
    ).toEqual([{ kind: "restored", restores: 1 }]);
  });

  it("is not restored if a release was published after the restoration was submitted, which it would undo", async () => {
    await approveChange(depsOf(daniel), await submitNote("A new note."), now);
    const restored = await restoreRelease(depsOf(ruth), { release: 1, reason: "Back to the first" });
    if (!restored.ok) throw new Error(restored.reason);
    await publishDisclosure();
    expect(await approveChange(depsOf(daniel), restored.change, now)).toEqual({
      ok: false,
      reason: "published-since",
    });
    expect(await readHome()).toContain("A new note.");
  });

  it("cannot be the one in use, or one that does not exist", async () => {
    for (const release of [0, 1, 2]) {
      expect(await restoreRelease(depsOf(ruth), { release, reason: "x" })).toEqual({
        ok: false,
        reason: "unknown",
      });
    }
  });
});

describe("the release in use", () => {
  it("is that of the files before the first one", () => {
    expect(fileRelease).toEqual({ number: 0, documents: undefined });
  });

  it("cannot be changed in the database", async () => {
    await expect(db.updateTable("contentReleases").set({ author: "x" }).execute()).rejects.toThrow(
      "releases are never changed",
    );
    await expect(db.deleteFrom("contentBodies").execute()).rejects.toThrow("releases are never changed");
  });
});

import { expect, it, vi } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { type Log, silentLog } from "#app/platform/log.server.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { afterResult } from "#tests/kit/after-result.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { submitNote } from "#tests/kit/submit-note.ts";
import type { CaptureRelease } from "./capture-release.server.ts";
import { compareFiles } from "./compare-files.server.ts";
import { approveChange } from "./publish-change.server.ts";
import { type DueDeps, publishDueChanges } from "./publish-due.server.ts";

const { db } = testDatabase();
const ruth = { db, clientAddress: "192.0.2.1", actor: actorOf({ id: "ruth", email: "ruth@example.com" }) };
const early = { now: () => new Date(0) };

const render: CaptureRelease = () => Promise.resolve({ ok: true, store: () => Promise.resolve() });
const failToRender: CaptureRelease = () => Promise.reject(new Error("A page failed."));
const loseConnection: CaptureRelease = () =>
  Promise.reject(Object.assign(new Error("The server shuts down."), { code: "57P01" }));

/** One check of a server. @param number the release that it uses */
const check = (captureRelease: CaptureRelease, number = 1, deps: Partial<DueDeps> = {}) =>
  publishDueChanges({
    db,
    captureRelease,
    clock: { now: () => new Date() },
    log: silentLog,
    requiresSecondPerson: false,
    refresh: () => Promise.resolve(),
    inUse: () => ({ number, documents: undefined }),
    ...deps,
  });

/** Approves a change of the home page whose time has come. */
async function approveDueChange(): Promise<void> {
  await compareFiles({ db, clock: early, log: silentLog, builtAt: new Date("2026-11-01") });
  const change = await submitNote({ ...ruth, clock: early }, "A new note.");
  const deps = { ...ruth, clock: early, log: silentLog, requiresSecondPerson: false };
  await approveChange({ ...deps, refresh: () => Promise.resolve(), captureRelease: render }, change, {
    publishAt: new Date(1),
    decisionReason: "",
  });
}

it("a due change is left to servers of the current build, and published after the database was unavailable", async () => {
  await approveDueChange();
  await check(failToRender, 0);
  await check(loseConnection);
  expect(await findOpenChange(db, "home")).toMatchObject({ state: "approved", failure: null });
  await check(render);
  expect(await findOpenChange(db, "home")).toBeUndefined();
});

it("a change that another server publishes first is not reported as refused", async () => {
  await approveDueChange();
  const log = { ...silentLog, error: vi.fn<Log["error"]>() };
  let reads = 0;
  const publishAfterSecondRead = afterResult("content_changes", async () => {
    reads += 1;
    if (reads === 2) await check(render);
  });
  await check(render, 1, { log, db: db.withPlugin(publishAfterSecondRead) });
  expect(log.error).not.toHaveBeenCalled();
  expect(await findOpenChange(db, "home")).toBeUndefined();
  expect(await db.selectFrom("contentReleases").select("number").execute()).toHaveLength(2);
});

it("a change that is refused keeps its approval, and the reason is logged", async () => {
  await approveDueChange();
  const log = { ...silentLog, error: vi.fn<Log["error"]>() };
  await check(failToRender, 1, { log });
  expect(log.error).toHaveBeenCalledWith(
    "release.due_refused",
    expect.objectContaining({ reason: "not-rendered" }),
  );
  expect(await findOpenChange(db, "home")).toMatchObject({
    state: "approved",
    failure: "A page could not be rendered with this change. The log has the details.",
  });
});

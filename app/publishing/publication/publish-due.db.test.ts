import { expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { submitNote } from "#tests/kit/submit-note.ts";
import type { CaptureRelease } from "./capture-release.server.ts";
import { compareFiles } from "./compare-files.server.ts";
import { approveChange } from "./publish-change.server.ts";
import { publishDueChanges } from "./publish-due.server.ts";

const { db } = testDatabase();
const ruth = { db, clientAddress: "192.0.2.1", actor: actorOf({ id: "ruth", email: "ruth@example.com" }) };
const early = { now: () => new Date(0) };

const render: CaptureRelease = () => Promise.resolve({ ok: true, store: () => Promise.resolve() });
const failToRender: CaptureRelease = () => Promise.reject(new Error("A page failed."));
const loseConnection: CaptureRelease = () =>
  Promise.reject(Object.assign(new Error("The server shuts down."), { code: "57P01" }));

/** One check of a server. @param number the release that it uses */
const check = (captureRelease: CaptureRelease, number = 1) =>
  publishDueChanges({
    db,
    captureRelease,
    clock: { now: () => new Date() },
    log: silentLog,
    requiresSecondPerson: false,
    refresh: () => Promise.resolve(),
    inUse: () => ({ number, documents: undefined }),
  });

it("a due change is left to servers of the current build, and published after the database was unavailable", async () => {
  await compareFiles({ db, clock: early, log: silentLog, builtAt: new Date("2026-11-01") });
  const change = await submitNote({ ...ruth, clock: early }, "A new note.");
  const deps = { ...ruth, clock: early, log: silentLog, requiresSecondPerson: false };
  await approveChange({ ...deps, refresh: () => Promise.resolve(), captureRelease: render }, change, {
    publishAt: new Date(1),
    decisionReason: "",
  });
  await check(failToRender, 0);
  await check(loseConnection);
  expect(await findOpenChange(db, "home")).toMatchObject({ state: "approved", failure: null });
  await check(render);
  expect(await findOpenChange(db, "home")).toBeUndefined();
});

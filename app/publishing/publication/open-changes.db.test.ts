import { beforeEach, expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { findChange } from "#app/publishing/changes/change-store.server.ts";
import {
  changeLimits,
  saveChange,
  startChange,
  submitChange,
} from "#app/publishing/changes/edit-changes.server.ts";
import { rebaseChange } from "#app/publishing/changes/rebase-change.server.ts";
import { isRecord, type Json, parseJson } from "#app/publishing/documents/json.ts";
import {
  insertRelease,
  listDocumentHashes,
  storeBodies,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";
import { afterResult } from "#tests/kit/after-result.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { withNote } from "#tests/kit/submit-note.ts";
import { compareFiles } from "./compare-files.server.ts";

const { db } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const actor = actorOf({ id: "ruth", email: "ruth@example.com" });
const ruth = { db, clock, actor, clientAddress: "192.0.2.1" };

beforeEach(async () => {
  await compareFiles({ db, clock, log: silentLog, builtAt: new Date("2026-11-01") });
});

/** Starts and saves a draft of the home page. @returns the draft, and the published document */
async function saveDraft(edit: (published: Json) => Json) {
  const started = await startChange(ruth, "home");
  if (!started.ok) throw new Error(started.reason);
  const published = parseJson(started.change.body ?? "");
  const saved = await saveChange(ruth, started.change, { document: edit(published), reason: "Clearer" });
  if (!saved.ok) throw new Error(saved.reason);
  return { draft: saved.change, published };
}

/** Publishes a version of the home page without ending its open change, as the restoration of a release does. */
async function publishHome(document: Json): Promise<void> {
  const body = toBody(document);
  const hashes = new Map([...(await listDocumentHashes(db, 1)), ["home", body.hash]]);
  const first = await db.selectFrom("contentReleases").selectAll().executeTakeFirstOrThrow();
  await storeBodies(db, [body]);
  await db.transaction().execute((trx) => insertRelease(trx, { ...first, number: 2 }, hashes));
}

it("a draft stays as it is if it would be too long with the published version", async () => {
  const long = "x".repeat(changeLimits.bodyBytes * 0.6);
  const { draft, published } = await saveDraft((document) => withNote(document, long));
  if (!isRecord(published)) throw new Error("The home page is no record.");
  await publishHome({ ...published, title: long });
  expect(await rebaseChange(ruth, draft)).toEqual({ ok: false, reason: "too-long" });
  expect(await findChange(db, draft.id)).toEqual(draft);
});

it("a draft is compared with a version that is published while it is submitted", async () => {
  const { draft } = await saveDraft((document) => withNote(document, "A new note."));
  const publishAfterLock = afterResult("ForUpdate", () => publishHome(parseJson(draft.body ?? "")));
  const result = await submitChange({ ...ruth, db: db.withPlugin(publishAfterLock) }, draft);
  expect(result).toEqual({ ok: false, reason: "unchanged" });
  expect(await findChange(db, draft.id)).toEqual(draft);
});

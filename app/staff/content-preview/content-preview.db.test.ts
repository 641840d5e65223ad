import { beforeEach, describe, expect, test } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { startChange } from "#app/publishing/changes/edit-changes.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { fileRelease } from "#app/publishing/releases/release.ts";
import { aStaffSession, identityOf } from "#tests/kit/a-staff-session.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createContentPreviews } from "./content-preview.api.server.ts";

const { db, pool } = testDatabase();
const clock = { now: () => new Date("2026-11-28T16:00:00Z") };
const actor = actorOf({ id: "ruth", email: "ruth@example.com" });
const fault = new TypeError("The page cannot be rendered.");

beforeEach(async () => {
  await compareFiles({ db, clock, log: silentLog, builtAt: new Date("2026-11-01") });
  await startChange({ db, clock, actor, clientAddress: "192.0.2.1" }, "home");
});

/** Requests the preview of the home page, which cannot be rendered. */
async function requestPreview(): Promise<{ status: number; text: string; thrown: unknown }> {
  const unused = () => Promise.reject(new Error("The test does not publish."));
  const previews = createContentPreviews({
    db,
    clock,
    siteUrl: "https://www.example.com",
    identity: identityOf(aStaffSession()),
    publishing: {
      inUse: () => fileRelease,
      refresh: unused,
      captureRelease: unused,
      renderWith: () => Promise.reject(fault),
      findClaims: unused,
      requiresSecondPerson: false,
    },
  });
  let thrown: unknown;
  previews.onError((error) => {
    thrown = error;
    return new Response(null, { status: 500 });
  });
  const response = await previews.request("/content/home/preview?page=%2F");
  return { status: response.status, text: await response.text(), thrown };
}

describe("a preview that cannot be displayed", () => {
  test("names the mistakes of the draft as the cause", async () => {
    await db.updateTable("contentChanges").set({ body: '{"hero":null}' }).execute();
    const { status, text, thrown } = await requestPreview();
    expect(status).toBe(422);
    expect(text).toContain("cannot be displayed with these errors");
    expect(thrown).toBeUndefined();
  });

  test("names the mistakes also if the draft is not a document", async () => {
    await db.updateTable("contentChanges").set({ body: '"text"' }).execute();
    expect(await requestPreview()).toMatchObject({ status: 422, thrown: undefined });
  });

  test("is a fault of the program if the draft has no mistakes", async () => {
    expect(await requestPreview()).toMatchObject({ status: 500, thrown: fault });
  });

  test("does not hide an error of the database", async () => {
    await pool.query("alter table content_changes rename to away");
    try {
      expect(await requestPreview()).toMatchObject({ status: 500, thrown: { code: "42P01" } });
    } finally {
      await pool.query("alter table away rename to content_changes");
    }
  });
});

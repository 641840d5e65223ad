import { beforeEach, expect, it } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { createSiteRecorder } from "#app/compliance/archive/site-recorder.server.ts";
import { verifyRecord } from "#app/compliance/archive/verify-record.server.ts";
import { decideClaims } from "#app/compliance/claims/decide-claims.server.ts";
import { registerClaims } from "#app/compliance/claims/draft-claims.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { approveChange } from "#app/publishing/publication/publish-change.server.ts";
import { findLatestRelease } from "#app/publishing/releases/release-store.server.ts";
import { claimWith } from "#tests/kit/stored-claims.ts";
import { testApp } from "#tests/kit/app.ts";
import { submitNote } from "#tests/kit/submit-note.ts";

const site = testApp();
const clock = { now: () => new Date() };
const ruth = actorOf({ id: "ruth", email: "ruth@example.com" });
const daniel = actorOf({ id: "daniel", email: "daniel@example.com" });
const depsOf = (actor: typeof ruth) => ({
  db: site.db,
  clock,
  log: silentLog,
  actor,
  clientAddress: "",
  ...site.publishing(),
});
const now = { publishAt: undefined, decisionReason: "" };

beforeEach(async () => {
  await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
  await site.publishing().refresh();
});

const readHome = async () => (await site.request("/")).text();

const aRecorder = () =>
  createSiteRecorder({
    db: site.db,
    clock,
    log: silentLog,
    site: site.site(),
    searchClaims: () => Promise.resolve(undefined),
    findLatestRelease,
  });

const listEntries = () =>
  site.db
    .selectFrom("archiveEntries")
    .select(["kind", "author", "approver", "reason"])
    .orderBy("position")
    .execute();

it("a published change is what visitors and the archive get, in one release", async () => {
  const recorder = aRecorder();
  await recorder.check();
  const change = await submitNote(depsOf(ruth), "Owners read this note.");
  expect(await readHome()).not.toContain("Owners read this note.");
  expect(await approveChange(depsOf(daniel), change, now)).toMatchObject({ ok: true });
  expect(await readHome()).toContain("Owners read this note.");
  expect(await listEntries()).toMatchObject([
    { kind: "release", author: "deployment" },
    {
      kind: "release",
      author: "ruth@example.com",
      approver: "daniel@example.com",
      reason: "Release 2. A clearer note",
    },
  ]);
  // The recorders of running and of new servers find their pages recorded.
  await recorder.check();
  await aRecorder().check();
  expect(await listEntries()).toHaveLength(2);
  expect((await verifyRecord(site.db)).problems).toEqual([]);
});

it("a change with a new figure is published once someone has decided about it, and evidence that expires later blocks the next release and not the page", async () => {
  const change = await submitNote(depsOf(ruth), "We have 17 offices.");
  const refused = await approveChange(depsOf(daniel), change, now);
  expect(refused).toMatchObject({
    ok: false,
    reason: "claims",
    claims: [{ figure: "17 offices", path: "/", reason: "undecided" }],
  });
  expect(await readHome()).not.toContain("17 offices");
  if (refused.ok || refused.reason !== "claims") throw new Error("The change was not refused.");
  const [id = 0] = await registerClaims({ db: site.db, clock }, refused.claims);
  expect(id).toBe(await claimWith(site.db, "17 offices"));
  await decideClaims(depsOf(daniel), [{ id, revision: 0 }], { decision: "waived", reason: "A test" });
  expect(await approveChange(depsOf(daniel), change, now)).toMatchObject({ ok: true });
  expect(await readHome()).toContain("17 offices");

  const evidence = { evidenceUrl: null, evidenceNote: "The leases", evidenceFile: null };
  const days = { asOf: "2026-01-01", expiresOn: "2026-01-02" };
  await decideClaims(depsOf(daniel), [{ id, revision: 1 }], { decision: "bound", ...evidence, ...days });
  const next = await submitNote(depsOf(ruth), "We have 17 offices. Owners read this note.");
  expect(await approveChange(depsOf(daniel), next, now)).toMatchObject({
    ok: false,
    reason: "claims",
    claims: [{ figure: "17 offices", path: "/", reason: "expired" }],
  });
  expect(await readHome()).toContain("17 offices");
});

it("pages in the cache stay current if a release does not change them @long", async () => {
  const before = await (await site.request("/form-crs")).text();
  await approveChange(depsOf(daniel), await submitNote(depsOf(ruth), "Another note."), now);
  const response = await site.request("/form-crs");
  expect(await response.text()).toBe(before);
});

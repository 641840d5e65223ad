import { describe, expect, test } from "vitest";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter, hold, personTime, type TestPerson } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { cookieOf, page, post } = asStaff(site);
const ada = aPerson("ada");
const zoe = aPerson("zoe");
const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
const deps = { db: site.db, clock: { now: () => personTime }, ...auditDeps, actor };
const earlier = { now: () => new Date(personTime.getTime() - 3_600_000) };

const find = async ({ email }: TestPerson) => {
  const record = await findPersonRecord(site.db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};
const readCallState = async ({ email }: TestPerson) => (await findConsent(site.db, email)).phone.state;
/** The record and the revision that a form in a page contains. */
const readVersion = (html: string): string => /name="record" value="([^"]*)"/.exec(html)?.[1] ?? "missing";

/** Opens the page of zoe, who is then merged into ada, who has opted out of calls. */
async function openAndMerge(cookie: string) {
  await enter(site.db, ada);
  const path = `/admin/people/${await enter(site.db, zoe)}`;
  await withdrawConsent({ ...deps, clock: earlier }, ada.email, ["phone"]);
  const record = readVersion(await page(path, cookie));
  expect((await mergePeople(deps, { kept: await find(ada), removed: await find(zoe) })).ok).toBe(true);
  return { path, record };
}

describe("a consent form that was opened before a merge", () => {
  test("does not lift an opt-out that it did not display, and keeps the choice", async () => {
    const cookie = await cookieOf("staff");
    const { path, record } = await openAndMerge(cookie);
    const response = await post(path, cookie, { change: "give", channel: "phone", record });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("Check the current consent, then save again");
    expect(html).toMatch(/<input type="checkbox"[^>]*checked=""[^>]*value="phone"/);
    expect(html).toMatch(/May be called<\/dt><dd>No, opted out on/);
    expect(await readCallState(ada)).toBe("opted-out");
    const current = { change: "give", channel: "phone", record: readVersion(html) };
    expect((await post(path, cookie, current)).status).toBe(303);
    expect(await readCallState(ada)).toBe("yes");
  });

  test("records an opt-out for all addresses", async () => {
    const cookie = await cookieOf("staff");
    const { path, record } = await openAndMerge(cookie);
    const response = await post(path, cookie, { change: "withdraw", channel: "phone", record });
    expect(response.status).toBe(303);
    expect(await readCallState(zoe)).toBe("opted-out");
  });
});

test("consent without the displayed record is refused, as by a form of an earlier version", async () => {
  const id = await enter(site.db, ada);
  const fields = { change: "give", channel: "phone" };
  expect((await post(`/admin/people/${id}`, await cookieOf("staff"), fields)).status).toBe(409);
  expect(await readCallState(ada)).not.toBe("yes");
});

test("consent is recorded for a person whose forms are all quarantined", async () => {
  await hold(site.db, ada);
  const held = await site.db.selectFrom("quarantinedSubmissions").select("id").executeTakeFirstOrThrow();
  const path = `/admin/people/${held.id}`;
  const cookie = await cookieOf("staff");
  const record = readVersion(await page(path, cookie));
  expect((await post(path, cookie, { change: "give", channel: "phone", record })).status).toBe(303);
  expect(await readCallState(ada)).toBe("yes");
});

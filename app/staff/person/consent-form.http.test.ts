import { describe, expect, test } from "vitest";
import { setTopics } from "#app/email/outbox/suppressions.server.ts";
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
/** The version of the consent that a form in a page contains. */
const readVersion = (html: string): string => /name="displayed" value="([^"]*)"/.exec(html)?.[1] ?? "missing";

/** Opens the page of zoe, who is then merged into ada, who has opted out of calls. */
async function openAndMerge(cookie: string) {
  await enter(site.db, ada);
  const path = `/admin/people/${await enter(site.db, zoe)}`;
  await withdrawConsent({ ...deps, clock: earlier }, ada.email, ["phone"]);
  const displayed = readVersion(await page(path, cookie));
  expect((await mergePeople(deps, { kept: await find(ada), removed: await find(zoe) })).ok).toBe(true);
  return { path, displayed };
}

describe("a consent form that was opened before a merge", () => {
  test("does not lift an opt-out that it did not display, and keeps the choice", async () => {
    const cookie = await cookieOf("staff");
    const { path, displayed } = await openAndMerge(cookie);
    const response = await post(path, cookie, { change: "give", channel: "phone", displayed });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("Check the current consent, then save again");
    expect(html).toMatch(/<input type="checkbox"[^>]*checked=""[^>]*value="phone"/);
    expect(html).toMatch(/May be called<\/dt><dd>No, opted out on/);
    expect(await readCallState(ada)).toBe("opted-out");
    const current = { change: "give", channel: "phone", displayed: readVersion(html) };
    expect((await post(path, cookie, current)).status).toBe(303);
    expect(await readCallState(ada)).toBe("yes");
  });

  test("records an opt-out for all addresses", async () => {
    const cookie = await cookieOf("staff");
    const { path, displayed } = await openAndMerge(cookie);
    const response = await post(path, cookie, { change: "withdraw", channel: "phone", displayed });
    expect(response.status).toBe(303);
    expect(await readCallState(zoe)).toBe("opted-out");
  });
});

describe("a consent form that was opened before an opt-out", () => {
  const open = async () => {
    const cookie = await cookieOf("staff");
    const path = `/admin/people/${await enter(site.db, ada)}`;
    return { cookie, path, displayed: readVersion(await page(path, cookie)) };
  };

  test.each([
    ["of calls", (email: string) => withdrawConsent({ ...deps, clock: earlier }, email, ["phone"]), "phone"],
    ["of email", (email: string) => withdrawConsent({ ...deps, clock: earlier }, email, ["email"]), "phone"],
    ["of announcements", (email: string) => setTopics(site.db, email, ["reminders"], personTime), "email"],
    ["of reminders", (email: string) => setTopics(site.db, email, ["announcements"], personTime), "email"],
  ] as const)(
    "%s lifts nothing, says what the consent is now, and keeps the choice",
    async (_, optOut, channel) => {
      const { cookie, path, displayed } = await open();
      await optOut(ada.email);
      const before = await findConsent(site.db, ada.email);
      const response = await post(path, cookie, { change: "give", channel, displayed });
      expect(response.status).toBe(409);
      const html = await response.text();
      expect(html).toMatch(
        /The consent has changed since you opened this page, and nothing was saved. May be called: No/,
      );
      expect(html).toMatch(new RegExp(`<input type="checkbox"[^>]*checked=""[^>]*value="${channel}"`));
      expect(await findConsent(site.db, ada.email)).toEqual(before);
      expect(readVersion(html)).not.toBe(displayed);
    },
  );

  test("and that is saved at the same time is one of the two, and never lifts the opt-out", async () => {
    const { cookie, path, displayed } = await open();
    const [response] = await Promise.all([
      post(path, cookie, { change: "give", channel: "phone", displayed }),
      withdrawConsent({ ...deps, clock: { now: () => new Date(personTime.getTime() + 1) } }, ada.email, [
        "phone",
      ]),
    ]);
    expect([303, 409]).toContain(response.status);
    expect(await readCallState(ada)).toBe("opted-out");
  });
});

test("consent is saved after a colleague has changed something else", async () => {
  const cookie = await cookieOf("staff");
  const path = `/admin/people/${await enter(site.db, ada)}`;
  const displayed = readVersion(await page(path, cookie));
  await site.db.updateTable("people").set({ company: "Acme", revision: 9 }).execute();
  expect((await post(path, cookie, { change: "give", channel: "phone", displayed })).status).toBe(303);
});

test("consent without the displayed version is refused, as by a form of an earlier release", async () => {
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
  const displayed = readVersion(await page(path, cookie));
  expect((await post(path, cookie, { change: "give", channel: "phone", displayed })).status).toBe(303);
  expect(await readCallState(ada)).toBe("yes");
});

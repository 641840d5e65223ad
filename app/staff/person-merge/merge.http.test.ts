import { describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getConsentVersion } from "#app/people/profile/consent-version.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter, followUp, personTime, type TestPerson } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { cookieOf, get, page, post } = asStaff(site);
const ada = { ...aPerson("ada"), phone: "(512) 555-0142" };
const zoe = { ...aPerson("zoe"), phone: "+1 512 555 0142" };
const deps = { db: site.db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined) };

const find = async ({ email }: TestPerson) => {
  const record = await findPersonRecord(site.db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};

/** Stores two people with the same phone number. @returns the paths of their pages and of the merge, and the fields of its form */
async function enterTwo() {
  const [kept, removed] = [await enter(site.db, ada), await enter(site.db, zoe)];
  await followUp(site.db, zoe);
  const path = `/admin/people/${kept}/merge?with=${removed}`;
  return { kept, removed, path, versions: await findVersions(ada, zoe) };
}
/** The fields of the form that would display these people now. */
const findVersions = async (kept: TestPerson, removed: TestPerson) => {
  const [keptRecord, removedRecord] = [await find(kept), await find(removed)];
  return { kept: getRecordVersion(keptRecord), removed: getRecordVersion(removedRecord) };
};

describe("merging two people", () => {
  test("is proposed for the same number, confirmed side by side, and undone", async () => {
    const { kept, removed, path, versions } = await enterTwo();
    const cookie = await cookieOf("staff");
    const proposed = await page(`/admin/people/${kept}`, cookie);
    expect(proposed).toMatch(/Possibly the same person.*Avery zoe.*Same phone number.*Merge…/s);
    expect(await page(path, cookie)).toMatch(
      /Company<\/th><td>None<\/td><td>zoe Tools<\/td><td>zoe Tools<\/td>/,
    );
    const response = await post(path, cookie, versions);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `/admin/people/${kept}?merged`,
    ]);
    for (const id of [kept, removed]) {
      const merged = await page(`/admin/people/${id}?show=all`, cookie);
      expect(merged).toMatch(/Also known as.*Avery zoe.*Sign-up|Also known as.*Avery zoe.*Assessment/s);
      expect(merged).toContain(`href="mailto:${ada.email}"`);
      expect(merged).toContain(`href="mailto:${zoe.email}"`);
      expect(merged).toContain("What zoe said");
      expect(merged).not.toContain("Possibly the same person");
    }
    const html = await page(`/admin/people/${kept}?merged`, cookie);
    const undo = /name="undo" value="(\d+)"/.exec(html)?.[1] ?? "";
    const undone = await post(`/admin/people/${kept}/merge`, cookie, { undo });
    expect(undone.headers.get("location")).toBe(`/admin/people/${kept}?undone`);
    expect(await page(`/admin/people/${kept}?show=all`, cookie)).not.toContain("What zoe said");
    expect(await page(`/admin/people/${removed}?show=all`, cookie)).toContain("What zoe said");
    const twice = await post(`/admin/people/${kept}/merge`, cookie, { undo });
    expect([twice.status, await twice.text()]).toEqual([
      409,
      expect.stringContaining("This merge has already been undone"),
    ]);
  });

  test("is refused with a reason for outdated forms, erased people and oneself", async () => {
    const { kept, removed, path, versions } = await enterTwo();
    const cookie = await cookieOf("staff");
    const changed = "A colleague changed or merged one of the records";
    const refusals: [string, Record<string, string>, string][] = [
      [path, { ...versions, removed: versions.removed.replace(/\d+$/, "1") }, changed],
      [path, { ...versions, removed: versions.kept }, changed],
      [path, {}, changed],
      [`/admin/people/${kept}/merge?with=${kept}`, versions, "Both links lead to the same record"],
      [`/admin/people/${kept}/merge?with=x`, versions, "One of the two records was erased or merged"],
    ];
    for (const [at, fields, message] of refusals) {
      const response = await post(at, cookie, fields);
      expect([response.status, await response.text()]).toEqual([409, expect.stringContaining(message)]);
    }
    await erasePerson({ ...deps, ...auditDeps }, zoe.email, { keepsEmails: false });
    expect((await post(path, cookie, versions)).status).toBe(409);
    expect(await page(`/admin/people/${kept}/merge?with=${removed}`, cookie)).toContain("Nothing was merged");
    expect(await page(`/admin/people/${kept}`, cookie)).not.toContain("Undo the merge");
  });

  test("is refused if a colleague has merged the displayed record with another person", async () => {
    const { path, versions } = await enterTwo();
    const eve = { ...aPerson("eve"), phone: "(512) 555-0199" };
    const third = await enter(site.db, eve);
    const cookie = await cookieOf("staff");
    const colleague = `/admin/people/${third}/merge?with=${new URL(path, "https://x.test").searchParams.get("with")}`;
    expect((await post(colleague, cookie, await findVersions(eve, zoe))).status).toBe(303);
    expect((await find(eve)).revision).toBe(2);
    const response = await post(path, cookie, versions);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining("A colleague changed or merged one of the records"),
    ]);
    expect((await find(eve)).id).not.toBe((await find(ada)).id);
  });

  test("reports consent that the undo removed", async () => {
    const { kept, path, versions } = await enterTwo();
    const cookie = await cookieOf("staff");
    await post(path, cookie, versions);
    const displayed = await getConsentVersion(site.db, ada.email);
    await post(`/admin/people/${kept}`, cookie, { change: "give", channel: "phone", displayed });
    const undo = /name="undo" value="(\d+)"/.exec(await page(`/admin/people/${kept}`, cookie))?.[1] ?? "";
    const { headers } = await post(`/admin/people/${kept}/merge`, cookie, { undo });
    const html = await page(headers.get("location") ?? "", cookie);
    expect(html).toContain("Consent that staff recorded since the merge was removed.");
    expect(html).not.toContain("Yes, recorded by");
  });

  test("finds the other person by an address that is not in the URL", async () => {
    const kept = await enter(site.db, ada);
    const removed = await enter(site.db, { ...aPerson("bob"), phone: "(512) 555-0199" });
    const cookie = await cookieOf("staff");
    const html = await page(`/admin/people/${kept}`, cookie);
    expect(html).toMatch(/More<\/summary>.*name="other"/s);
    const path = `/admin/people/${kept}/merge`;
    const response = await post(path, cookie, { other: " BOB@example.org" });
    const location = response.headers.get("location") ?? "";
    expect([response.status, location]).toEqual([303, expect.stringMatching(/merge\?with=[\da-f-]+$/)]);
    expect(await page(location, cookie)).toContain("bob@example.org");
    expect(await page(`/admin/people/${removed}`, cookie)).not.toContain("Possibly the same person");
    for (const other of ["nobody@example.org", "nobody"]) {
      const unknown = await post(path, cookie, { other });
      const refusal = await unknown.text();
      expect([unknown.status, refusal]).toEqual([
        404,
        expect.stringContaining("No person has that address."),
      ]);
      expect(refusal).toContain(`value="${other}"`);
    }
    const same = await post(path, cookie, { other: ada.email });
    expect(await page(same.headers.get("location") ?? "", cookie)).toContain("lead to the same record");
  });

  test("is forbidden to examiners, who see no proposals", async () => {
    const { kept, path, versions } = await enterTwo();
    const cookie = await cookieOf("examiner");
    expect((await get(path, cookie)).status).toBe(403);
    expect((await post(path, cookie, versions)).status).toBe(403);
    const html = await page(`/admin/people/${kept}`, cookie);
    expect(html).not.toContain("Possibly the same person");
    expect(html).not.toContain('name="other"');
  });
});

import { describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, page, post } = asStaff(site);
const ada = aPerson("ada");
const ben = aPerson("ben");
const said = "550 5.1.1 No such user";

async function mark(email: string): Promise<void> {
  const row = { email, since: personTime, status: "5.1.1", reply: said };
  await site.db.insertInto("undeliverableAddresses").values(row).execute();
}

const marked = async () =>
  (await site.db.selectFrom("undeliverableAddresses").select("email").execute()).map(({ email }) => email);

const text = "Email undeliverable since Nov 21, 2026";

describe("an undeliverable address", () => {
  test("is named with its date on the person’s page, Today, the list of people and the list of emails", async () => {
    const path = `/admin/people/${await enter(site.db, ada)}`;
    const cookie = await cookieOf("examiner");
    for (const shown of [path, "/admin/today", "/admin/people", "/admin/letters"]) {
      expect(await page(shown, cookie)).not.toContain(text);
    }
    await mark(ada.email);
    for (const shown of [path, "/admin/today", "/admin/people", "/admin/letters"]) {
      expect(await page(shown, cookie)).toContain(text);
    }
    const html = await page(path, cookie);
    expect(html).toContain(said);
    expect(html).not.toContain("Mark as deliverable");
    expect(html).not.toContain("mailto:");
  });

  test("gets email again after staff confirm it, without scripting, and the audit log names who did", async () => {
    const path = `/admin/people/${await enter(site.db, ada)}`;
    await mark(ada.email);
    const cookie = await cookieOf("staff");
    expect(await page(path, cookie)).toMatch(/<button[^>]*"deliverable"[^>]*>Mark as deliverable/);
    const response = await post(path, cookie, { deliverable: ada.email });
    expect(response.headers.get("location")).toBe(`${path}?deliverable`);
    expect(await marked()).toEqual([]);
    const html = await page(`${path}?deliverable`, cookie);
    expect(html).toContain("Email will be sent to this address again.");
    expect(html).not.toContain(text);
    // A second press changes nothing.
    await post(path, cookie, { deliverable: ada.email });
    expect(await audited("address-deliverable")).toMatchObject([
      { details: { since: personTime.toISOString(), smtpStatus: "5.1.1" } },
    ]);
    const log = await page("/admin/audit", await cookieOf("owner"));
    expect(log).toContain("marked an address as deliverable again");
    expect(log).toMatch(/Undeliverable since.*Nov 21, 2026/s);
  });

  test("of another person is not changed, and examiners change nothing", async () => {
    const path = `/admin/people/${await enter(site.db, ada)}`;
    await enter(site.db, ben);
    await mark(ben.email);
    await mark(ada.email);
    await post(path, await cookieOf("staff"), { deliverable: ben.email });
    const response = await post(path, await cookieOf("examiner"), { deliverable: ada.email });
    expect(response.status).toBe(403);
    expect((await marked()).toSorted()).toEqual([ada.email, ben.email]);
  });
});

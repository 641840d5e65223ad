import { describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: new Date("2026-11-23T15:00:00Z") });
const { audited, cookieOf, page, post } = asStaff(site);

const spend = { kind: "campaign", name: "QSBS guide", month: "2026-10", amount: "1,200.50", revision: "0" };
const stored = () => site.db.selectFrom("sourceSpend").selectAll().execute();
const addNames = (...names: [spelling: string, name: string][]) =>
  site.db
    .insertInto("sourceNames")
    .values(names.map(([spelling, name]) => ({ kind: "campaign", spelling, key: spelling, name })))
    .execute();

describe("the form for spend", () => {
  test("stores an amount, which Sources divides by the leads", async () => {
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    const response = await post("/admin/sources/spend", cookie, spend);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin/sources/spend?saved"]);
    expect(await stored()).toMatchObject([{ cents: 120_050, month: "2026-10-01", enteredBy: email }]);
    const html = await page("/admin/sources/spend?saved", cookie);
    expect(html).toContain("Saved.");
    expect(html).toContain("$1,200.50");
    expect(await page("/admin/sources", cookie)).toContain("$1,200.50");
    expect(await audited("spend-saved")).toMatchObject([{ actorEmail: email }]);
  });

  test.each([
    ["amount", "-5", "Please enter 0 or more"],
    ["amount", "−1,200", "Please enter 0 or more"],
    ["amount", "(300)", "Please enter 0 or more"],
    ["amount", "", "Please enter an amount"],
    ["amount", "1.2.3", "Please enter an amount like 1,200 or 1,200.50"],
    ["amount", "12,00", "Please enter an amount like 1,200 or 1,200.50"],
    ["amount", "99999999999", "Please enter at most $10,000,000"],
    ["name", "<script>alert(1)</script>", "Please leave out &lt; and &gt;"],
    ["name", "", "Please enter the name of a campaign or channel"],
    ["name", "a".repeat(201), "Please use at most 200 characters"],
    ["month", "2026-13", "Please choose a month"],
    ["kind", "moon", "Please choose campaign or channel"],
  ] as const)(
    "with %s “%s” displays an error beside the field and keeps the input",
    async (field, value, error) => {
      const response = await post("/admin/sources/spend", await cookieOf("staff"), {
        ...spend,
        [field]: value,
      });
      expect(response.status).toBe(422);
      const html = await response.text();
      expect(html).toContain(`id="${field}-error">${error}<`);
      expect(html).not.toContain("<script>alert");
      const kept = Object.entries({ ...spend, [field]: value }).filter(([name]) =>
        ["name", "amount"].includes(name),
      );
      for (const [, text] of kept) {
        expect(html).toContain(`value="${text.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`);
      }
      expect(await stored()).toEqual([]);
    },
  );

  test("asks whether a name that is similar to a known one is new", async () => {
    await addNames(["qsbs-guide", "QSBS guide"]);
    const cookie = await cookieOf("staff");
    const refused = await post("/admin/sources/spend", cookie, { ...spend, name: "qsbs gide" });
    expect(refused.status).toBe(422);
    const html = await refused.text();
    expect(html).toContain('id="name-error">No lead has come from this name. Did you mean “QSBS guide”?<');
    expect(html).toContain('type="checkbox" name="new-name" value="qsbs gide"');
    const other = { ...spend, name: "qsbs gidee", "new-name": "qsbs gide" };
    expect((await post("/admin/sources/spend", cookie, other)).status).toBe(422);
    expect(await stored()).toEqual([]);
    const confirmed = { ...spend, name: "qsbs gide", "new-name": "qsbs gide" };
    expect((await post("/admin/sources/spend", cookie, confirmed)).status).toBe(303);
    // It is known now, as are names unlike all others.
    expect(
      (await post("/admin/sources/spend", cookie, { ...spend, name: "qsbs gide", month: "2026-09" })).status,
    ).toBe(303);
    expect((await post("/admin/sources/spend", cookie, { ...spend, name: "Podcast" })).status).toBe(303);
    expect(await stored()).toHaveLength(3);
  });

  test("of a colleague is not overwritten before it was displayed", async () => {
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    await post("/admin/sources/spend", cookie, spend);
    const other = await cookieOf("owner");
    const refused = await post("/admin/sources/spend", other, { ...spend, amount: "7" });
    expect(refused.status).toBe(409);
    const html = (await refused.text()).replaceAll("<!-- -->", "");
    expect(html).toContain(`${email} entered $1,200.50 for this month on Nov 23, 2026, 9:00 AM CST.`);
    expect(html).toContain('name="revision" value="1"');
    expect(html).toContain('value="7"');
    await post("/admin/sources/spend", other, { ...spend, amount: "7", revision: "1" });
    expect(await stored()).toMatchObject([{ cents: 700, revision: 2 }]);
  });

  test("is filled with an entry to change", async () => {
    const cookie = await cookieOf("staff");
    await post("/admin/sources/spend", cookie, spend);
    const [entry] = await stored();
    const html = await page(`/admin/sources/spend?entry=${entry?.id}`, cookie);
    expect(html).toContain('value="1200.50"');
    expect(html).toContain('name="revision" value="1"');
  });

  test("is forbidden to examiners", async () => {
    expect((await post("/admin/sources/spend", await cookieOf("examiner"), spend)).status).toBe(403);
  });
});

describe("the form for names", () => {
  const path = "/admin/sources/names?kind=campaign&name=Guide";

  test("lists names with their spellings, and finds them", async () => {
    await addNames(["a-guide", "Guide"], ["b-guide", "Guide"], ["<i>x</i>", "<i>x</i>"]);
    const cookie = await cookieOf("staff");
    const html = await page("/admin/sources/names?kind=campaign", cookie);
    expect(html).toContain("a-guide, b-guide");
    expect(html).toContain("&lt;i&gt;x&lt;/i&gt;");
    expect(await page("/admin/sources/names?kind=campaign&search=b-gu", cookie)).not.toContain("&lt;i&gt;");
    expect(await page("/admin/sources/names?kind=campaign&search=zzz", cookie)).toContain("Nothing matches.");
    expect(await page("/admin/sources/names?kind=channel", cookie)).toContain("No names yet.");
  });

  test("splits a spelling off", async () => {
    await addNames(["a", "Guide"], ["b", "Guide"]);
    const cookie = await cookieOf("staff");
    expect((await page(path, cookie)).match(/type="checkbox"/g)).toHaveLength(2);
    const response = await post(path, cookie, { newName: "Another guide", spelling: "b" });
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/admin/sources/names?kind=campaign&saved",
    ]);
    const names = await site.db
      .selectFrom("sourceNames")
      .select(["spelling", "name"])
      .orderBy("spelling")
      .execute();
    expect(names.map(({ name }) => name)).toEqual(["Guide", "Another guide"]);
    expect(await audited("sources-renamed")).toHaveLength(1);
  });

  test.each([
    [{ newName: "<b>bold</b>", spelling: "a" }, "newName-error", "Please leave out &lt; and &gt;"],
    [{ newName: "", spelling: "a" }, "newName-error", "Please enter a name"],
    [{ newName: "New" }, "spellings-error", "Please choose at least one spelling"],
  ])("with %j displays an error and keeps the input", async (fields, id, error) => {
    await addNames(["a", "Guide"], ["b", "Guide"]);
    const response = await post(path, await cookieOf("staff"), { ...fields });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain(`id="${id}">${error}<`);
    expect(html).toContain(`value="${fields.newName.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`);
    expect(html.match(/checked=""/g) ?? []).toHaveLength("spelling" in fields ? 1 : 0);
  });

  test("says that a colleague was faster", async () => {
    await addNames(["a", "Guide"], ["b", "Other"]);
    const cookie = await cookieOf("staff");
    const changed = await post(path, cookie, { newName: "New", spelling: "b" });
    expect(changed.status).toBe(409);
    expect(await changed.text()).toContain("A colleague renamed some of these spellings");
    const gone = await post("/admin/sources/names?kind=campaign&name=Gone", cookie, {
      newName: "New",
      spelling: "b",
    });
    expect(gone.status).toBe(409);
    expect(await gone.text()).toContain("A colleague renamed all spellings");
  });
});

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, page } = asStaff(site);
const [ada, ben] = [aPerson("ada"), aPerson("ben")];

describe("the list of people", () => {
  test("displays everyone, latest first, with the exact number, and records the view", async () => {
    await enter(site.db, ada);
    await enter(site.db, ben);
    const html = await page("/admin/people", await cookieOf("examiner"));
    expect(html).toContain("2 people");
    await sql`update people set latest_form_at = latest_form_at + interval '1 day' where name = ${ada.name}`.execute(
      site.db,
    );
    const later = await page("/admin/people", await cookieOf("examiner"));
    expect(later.indexOf(ada.name)).toBeLessThan(later.indexOf(ben.name));
    expect(html).not.toContain(ada.email);
    expect(await audited("leads-viewed")).toMatchObject([
      { details: { list: "people" } },
      { details: { list: "people" } },
    ]);
  });

  test("finds each person once by name or address, and counts them exactly", async () => {
    await enter(site.db, ada);
    await enter(site.db, ben);
    const cookie = await cookieOf("examiner");
    for (const search of ["ada@example", "AVERY+ADA"]) {
      const html = await page(`/admin/people?search=${search}`, cookie);
      expect(html.match(/<th scope="row"/g)).toHaveLength(1);
      expect(html).toContain("1 of 2 people");
    }
  });

  test("has 25 people on a page, and headings that sort by their column and then reverse the order", async () => {
    for (let n = 0; n < 26; n++) await enter(site.db, aPerson(`twin${n}`));
    const cookie = await cookieOf("staff");
    const html = await page("/admin/people?status=new", cookie);
    expect(html).toContain("26 people");
    expect(html.match(/<th scope="row"/g)).toHaveLength(25);
    expect(html).toMatch(
      /aria-sort="descending"><a href="\/admin\/people\?status=new&amp;sort=oldest-activity"/,
    );
    expect(html).toMatch(/<th[^>]*><a href="\/admin\/people\?status=new&amp;sort=name"[^>]*>Person/);
    const byName = await page("/admin/people?status=new&sort=name", cookie);
    expect(byName).toMatch(
      /aria-sort="ascending"><a href="\/admin\/people\?status=new&amp;sort=name-reversed"/,
    );
  });

  test("names the days that it is filtered by, and filters by the next step", async () => {
    await enter(site.db, ada);
    await enter(site.db, ben);
    await sql`update people set next_step = 'Call', next_step_on = '2020-01-02' where name = ${ada.name}`.execute(
      site.db,
    );
    const cookie = await cookieOf("staff");
    const html = await page("/admin/people?step=late", cookie);
    expect(html).toMatch(/First recorded from<\/label>.*First recorded to<\/label>/s);
    expect(html).toMatch(/<option value="late" selected[^>]*>Late/);
    expect(html).toContain("1 of 2 people");
    expect(await page("/admin/people?from=2026-12-01&to=2026-11-01", cookie)).toContain(
      "“First recorded from” is later than “First recorded to”",
    );
  });

  test("reports no matches and each invalid part of the URL, without executing it", async () => {
    await enter(site.db, ada);
    const cookie = await cookieOf("staff");
    expect(await page("/admin/people?search=nobody", cookie)).toContain("Nothing matches.");
    const query =
      "status=old&owner=removed&campaign=%3Cscript%3Ealert(1)%3C%2Fscript%3E&event=x&sort=price&traffic=x";
    const html = await page(`/admin/people?${query}`, cookie);
    for (const filter of ["Status", "Owner", "Campaign", "Event", "Bots"]) {
      expect(html).toMatch(new RegExp(`is not a valid choice for “${filter}” and was ignored`));
    }
    expect(html).toContain("“price” is not a sort order of this list.");
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("1 person");
  });

  test("displays a campaign with markup as text, and filters by it", async () => {
    await enter(site.db, ada);
    await site.db
      .insertInto("sourceNames")
      .values({ kind: "campaign", spelling: "x", key: "x", name: "<img src=x>" })
      .execute();
    await sql`update people set first_campaign = 'x'`.execute(site.db);
    const html = await page("/admin/people?campaign=%3Cimg+src%3Dx%3E", await cookieOf("staff"));
    expect(html).toContain("<small>&lt;img src=x&gt;</small>");
    expect(html).not.toContain("<img src=x>");
    expect(html).toContain("1 person");
  });

  test("has the filters that links of other screens set, only if they are set", async () => {
    await enter(site.db, ada);
    const cookie = await cookieOf("staff");
    const plain = await page("/admin/people?touch=first&traffic=people", cookie);
    expect(plain).not.toMatch(/name="(?:touch|stage|page)"/);
    const set = await page("/admin/people?touch=last&stage=assessed&page=%2F", cookie);
    for (const name of ["touch", "stage", "page"]) expect(set).toContain(`name="${name}"`);
    expect(set).toContain("1 person");
  });
});

import { describe, expect, test } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { pages } from "#app/pages/registry.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { rejectChange, submitChange } from "#app/publishing/changes/edit-changes.server.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { submitNote } from "#tests/kit/submit-note.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, get, page, post } = asStaff(site);
const ada = aPerson("ada");
const idOf = async (email: string): Promise<string> => {
  const account = await site.db
    .selectFrom("staffUsers")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return account?.id ?? "";
};

describe("Today", () => {
  test("lists the people to follow up with a link to record an outcome, and the view is recorded", async () => {
    const cookie = await cookieOf("staff");
    expect(await page("/admin/today", cookie)).toContain("Nothing is due. New people appear here");
    await site.db.insertInto("events").values(anEvent()).execute();
    await enter(site.db, ada);
    const html = await page("/admin/today", cookie);
    expect(html).toContain("Avery ada");
    expect(html).toMatch(/href="\/admin\/people\/[\w-]{36}#follow-up"/);
    expect(html).toContain("1 person");
    expect(html).not.toContain(ada.email);
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "today" } }]);
  });

  test("tells owners, and no one else, about changes of the website to approve", async () => {
    const actor = actorOf({ id: "ruth", email: "ruth@example.com" });
    const clock = { now: () => personTime };
    const deps = { db: site.db, clock, log: silentLog, actor, clientAddress: "", ...site.publishing() };
    await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
    await site.publishing().refresh();
    await submitNote(deps, "Owners read this note.");
    expect(await page("/admin/today", await cookieOf("owner"))).toMatch(
      /<a [^>]*href="\/admin\/content"[^>]*>Approve or return 1 website change<\/a>/,
    );
    expect(await page("/admin/today", await cookieOf("staff"))).not.toContain("Approve or return");
  });

  test("tells the author, and no one else, about a change that was returned", async () => {
    const actor = actorOf({ id: "sam", email: "sam@example.com" });
    const clock = { now: () => personTime };
    const deps = { db: site.db, clock, log: silentLog, actor, clientAddress: "", ...site.publishing() };
    await compareFiles({ db: site.db, clock, log: silentLog, builtAt: new Date(0) });
    await site.publishing().refresh();
    const submitted = await submitNote(deps, "A note with a mistake.");
    const sam = await cookieOf("staff", { email: "sam@example.com" });
    expect(await page("/admin/today", sam)).not.toContain("returned to you");
    const daniel = actorOf({ id: "daniel", email: "daniel@example.com" });
    const returned = await rejectChange({ ...deps, actor: daniel }, submitted, "Correct the mistake");
    expect(await page("/admin/today", sam)).toMatch(
      /<a [^>]*href="\/admin\/content"[^>]*>1 change was returned to you<\/a>/,
    );
    expect(await page("/admin/today", await cookieOf("staff"))).not.toContain("returned to you");
    if (!returned.ok) throw new Error(returned.reason);
    await submitChange(
      { ...deps, clock: { now: () => new Date(personTime.getTime() + 1) } },
      returned.change,
    );
    expect(await page("/admin/today", sam)).not.toContain("returned to you");
  });

  test("shows an examiner no controls", async () => {
    await enter(site.db, ada);
    const html = await page("/admin/today", await cookieOf("examiner"));
    expect(html).toContain("Avery ada");
    expect(html).not.toContain("#follow-up");
  });

  test("can be limited to one's own people and those without an owner", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const id = await idOf((await signedIn(site.db, { role: "owner" })).email);
    await enter(site.db, ada);
    expect(await page("/admin/today?show=mine", cookie)).toContain("Avery ada");
    await site.db.updateTable("people").set({ ownerId: id }).execute();
    expect(await page("/admin/today?show=mine", cookie)).not.toContain("Avery ada");
    expect(await page("/admin/today", cookie)).toContain("Avery ada");
  });

  test("remembers for the account whether it shows everyone, and a link does not change that", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const { cookie: colleague } = await signedIn(site.db, { role: "owner" });
    const shown = async (query: string, reader = cookie) =>
      /aria-current="page"[^>]*>(Mine|Everyone)</.exec(await page(`/admin/today${query}`, reader))?.[1];
    const choose = async (query: string) => {
      const { status, headers } = await get(`/admin/today${query}`, cookie);
      return [status, headers.get("location")];
    };
    expect(await shown("")).toBe("Everyone");
    expect(await shown("?show=mine")).toBe("Mine");
    expect(await shown("")).toBe("Everyone");
    const html = await page("/admin/today", cookie);
    const [, mine = ""] = /href="\/admin\/today([^"]*)"[^>]*>Mine</.exec(html) ?? [];
    expect(await choose(mine.replaceAll("&amp;", "&"))).toEqual([302, "/admin/today?show=mine"]);
    expect(await shown("")).toBe("Mine");
    expect(await shown("?show=everyone")).toBe("Everyone");
    expect(await shown("", colleague)).toBe("Everyone");
    expect(await choose("?show=everyone&remember=yes&group=new&page=2")).toEqual([
      302,
      "/admin/today?show=everyone&group=new&page=2",
    ]);
    expect(await shown("")).toBe("Everyone");
  });

  test("links the rest of a group to the complete group", async () => {
    const leads = storedLeads(site.db);
    for (let count = 10; count < 22; count += 1) {
      await leads.storeAssessment({
        name: `Invented ${count}`,
        email: `invented${count}@example.org`,
        score: 21,
      });
    }
    await leads.storeAssessment({ name: "Realina", email: "realina@example.org", score: 20 });
    const cookie = await cookieOf("staff");
    const html = await page("/admin/today?show=mine", cookie);
    expect(html).not.toContain("Realina");
    const more = /<a href="([^"]+)"[^>]*>and 3 more/
      .exec(html.replaceAll("<!-- -->", ""))?.[1]
      ?.replaceAll("&amp;", "&");
    expect(more).toBe("/admin/today?show=mine&group=new");
    expect(await page(more ?? "", cookie)).toContain("Realina");
  });

  test("links the pages of a group, with the exact total, and opens the first page instead of one that no longer exists", async () => {
    const leads = storedLeads(site.db);
    for (let count = 10; count < 36; count += 1) {
      await leads.storeAssessment({
        name: `Invented ${count}`,
        email: `invented${count}@example.org`,
        score: 21,
      });
    }
    await leads.storeAssessment({ name: "Realina", email: "realina@example.org", score: 20 });
    const cookie = await cookieOf("staff");
    const read = async (path: string) => (await page(path, cookie)).replaceAll("<!-- -->", "");
    const first = await read("/admin/today?group=new");
    expect(first.match(/Invented \d\d</g)).toHaveLength(25);
    expect(first).toMatch(/href="\/admin\/today\?show=everyone&amp;group=new&amp;page=2"[^>]*>and 2 more/);
    expect(first).not.toContain("Previous page");
    const second = await read("/admin/today?group=new&page=2");
    expect(second).toContain("Realina");
    expect(second).toContain("27 people");
    expect(second).not.toMatch(/and \d+ more/);
    expect(second).toMatch(/href="\/admin\/today\?show=everyone&amp;group=new"[^>]*>Previous page/);
    const gone = await site.request("/admin/today?show=mine&group=new&page=3", { headers: { cookie } });
    expect([gone.status, gone.headers.get("location")]).toEqual([302, "/admin/today?show=mine&group=new"]);
    expect(await read("/admin/today?group=new&page=x")).toContain("and 2 more");
  });

  test("says what has happened since the visit before", async () => {
    const { cookie, email } = await signedIn(site.db, { role: "staff" });
    const id = await idOf(email);
    const before = new Date(personTime.getTime() - 3_600_000);
    await site.db.insertInto("staffPreferences").values({ userId: id, todaySeenAt: before }).execute();
    await enter(site.db, ada);
    const source = await page("/admin/today", cookie);
    const html = source.replaceAll(/<!-- -->|<[^>]+>/g, "");
    expect(source).toContain(`href="${pages.quarantine.path}?state=held"`);
    expect(html).toContain(
      "Since Saturday, 5:00 AM: 1 assessment, 1 sign-up, 1 submission now in quarantine",
    );
  });
});

describe("the line above the cards of the dashboard", () => {
  test("counts the people to follow up", async () => {
    await enter(site.db, ada);
    const html = (await page("/admin", await cookieOf("staff"))).replaceAll("<!-- -->", "");
    expect(html).toContain("Overdue 0, today 0, new or without a next step 1.");
  });
});

describe("the search in the header", () => {
  test("opens the person with a typed address, which does not become part of a URL", async () => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf("examiner");
    const response = await post("/admin/people/find", cookie, { search: ` ${ada.email.toUpperCase()} ` });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(/^\/admin\/people\/[\w-]{36}$/);
    expect(id).toMatch(/^[\w-]{36}$/);
  });

  test.each([
    [{ search: "Avery & Sons" }, "/admin/people?search=Avery+%26+Sons"],
    [{ search: " " }, "/admin/people"],
    [{ search: "x".repeat(300) }, "/admin/people"],
  ])("of %o leads to %s", async (fields, location) => {
    const response = await post("/admin/people/find", await cookieOf("staff"), fields);
    expect(response.headers.get("location")).toBe(location);
  });
});

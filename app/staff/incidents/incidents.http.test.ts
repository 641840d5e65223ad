import { describe, expect, test } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { affectedPeoplePath, incidentPath } from "#app/staff/paths/record-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { aPerson, enter } from "#tests/kit/person-data.ts";
import { storeIncident } from "#tests/kit/stored-incident.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const now = new Date("2026-11-28T16:00:00Z");
const site = testApp({ now });
const { audited, cookieOf, get, page, post } = asStaff(site);
const words = async (path: string, cookie: string) => wordsOf(await page(path, cookie));
const report = { kind: "incident", discoveredOn: "2026-11-20", description: "A laptop was stolen." };

describe("the log of complaints and incidents", () => {
  test("has the day on which notice of an incident is due, and is read by examiners", async () => {
    const owner = await cookieOf("owner", { email: "ruth@example.com" });
    const added = await post("/admin/incidents", owner, report);
    const location = added.headers.get("location") ?? "";
    expect(added.status).toBe(303);
    expect(await words(location, owner)).toContain("A laptop was stolen.");
    const examiner = await cookieOf("examiner", { mayViewLeads: false });
    expect(await words("/admin/incidents", examiner)).toContain(
      "Personal data incident Nov 20, 2026 Dec 20, 2026 Open",
    );
    expect(await words("/admin/incidents", examiner)).not.toContain("Add an entry");
    const shown = await words(location.split("?")[0] ?? "", examiner);
    expect(shown).toContain("Notice due Dec 20, 2026");
    expect(shown).not.toMatch(/Add note|Affected people/);
    expect(await audited("incident-opened")).toMatchObject([
      { actorEmail: "ruth@example.com", details: { incidentKind: "incident" } },
    ]);
  });

  test("has one entry if the form is sent twice", async () => {
    const owner = await cookieOf("owner");
    const responses = await Promise.all([
      post("/admin/incidents", owner, report),
      post("/admin/incidents", owner, report),
    ]);
    const [first, second] = responses.map(({ headers }) => headers.get("location"));
    expect(second).toBe(first);
    await post("/admin/incidents", owner, { ...report, description: "Another laptop was stolen." });
    expect(await audited("incident-opened")).toHaveLength(2);
  });

  test("keeps every note with the state after it, and refuses one that another note preceded", async () => {
    const id = await storeIncident(site.db, "2026-11-20");
    const owner = await cookieOf("owner");
    const note = { intent: "note", revision: "0", state: "notified", note: "Letters were sent." };
    expect((await post(incidentPath(id), owner, note)).headers.get("location")).toBe(
      `${incidentPath(id)}?done=noted`,
    );
    const late = await post(incidentPath(id), owner, { ...note, state: "closed", note: "Too late" });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("Too late");
    const shown = await words(incidentPath(id), owner);
    expect(shown).toContain("Letters were sent. People notified.");
    expect(shown).not.toContain("Notice due");
    expect(await audited("incident-noted")).toHaveLength(1);
  });

  test("lets staff add a complaint, which owners find on Today, and shows them no entry", async () => {
    const incident = await storeIncident(site.db, "2026-11-20");
    const staff = await cookieOf("staff", { email: "sam@example.com" });
    const complaint = { kind: "complaint", discoveredOn: "2026-11-20", description: "Answers are late." };
    const added = await post("/admin/incidents", staff, complaint);
    expect(added.headers.get("location")).toBe("/admin/incidents?done=logged");
    const shown = await words("/admin/incidents?done=logged", staff);
    expect(shown).toContain("Complaint added.");
    expect(shown).not.toMatch(/Answers are late|Entry \d|Personal data incident/);
    expect(await audited("leads-viewed")).toEqual([]);
    expect((await post("/admin/incidents", staff, report)).status).toBe(422);
    const id = incident + 1;
    expect((await get(incidentPath(id), staff)).status).toBe(403);
    const owner = await cookieOf("owner");
    expect(await words("/admin/today", owner)).toContain(`Answer and close complaint ${id}`);
    expect(await words("/admin/records", owner)).toContain(`Answer and close complaint ${id}`);
    const note = { intent: "note", revision: "0", state: "not-required", note: "Called back." };
    expect((await post(incidentPath(id), owner, note)).status).toBe(422);
    expect(await words(incidentPath(id), owner)).not.toMatch(/People notified|No notice required/);
    expect((await post(incidentPath(id), owner, { ...note, state: "closed" })).status).toBe(303);
    expect(await words("/admin/today", owner)).not.toContain("complaint");
    expect(await audited("incident-opened")).toMatchObject([
      { actorEmail: "sam@example.com", details: { incidentKind: "complaint" } },
    ]);
  });

  test.each([
    [{ ...report, discoveredOn: "2026-11-29" }, "Enter today’s date or an earlier date."],
    [{ ...report, kind: "other" }, "Choose a kind."],
    [{ ...report, description: " " }, "Enter text"],
  ])("refuses %j", async (fields, problem) => {
    const response = await post("/admin/incidents", await cookieOf("owner"), fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(problem);
  });

  test("cannot be changed in the database", async () => {
    const id = await storeIncident(site.db);
    await expect(
      site.db.updateTable("incidents").set({ description: "Nothing" }).where("id", "=", id).execute(),
    ).rejects.toThrow("what was reported never changes");
    await expect(site.db.deleteFrom("incidents").execute()).rejects.toThrow("never changes");
  });
});

describe("the people whom an incident affects", () => {
  const ada = aPerson("ada");
  const access = { who: "Sam@example.com ", from: "2020-01-01", to: "2099-01-01" };

  async function storeAccess(): Promise<number> {
    await enter(site.db, ada);
    const actor = { kind: "staff", id: "1", email: "sam@example.com" } as const;
    const subject = auditDeps.persons.subjectOf(ada.email);
    await recordAudit(site.db, { action: "person-viewed", actor, subject });
    return storeIncident(site.db);
  }

  test("are counted on the page and named in a file, and both are recorded", async () => {
    const id = await storeAccess();
    const owner = await cookieOf("owner");
    const found = await post(incidentPath(id), owner, { intent: "find", ...access });
    const html = await found.text();
    expect(wordsOf(html)).toContain(
      "1 person with a viewed or exported record or email, and 0 more in lists.",
    );
    expect(html).not.toContain(ada.email);
    const file = await post(affectedPeoplePath(id), owner, access);
    expect(file.headers.get("content-disposition")).toContain(`affected-people-${id}.csv`);
    expect(await file.text()).toContain(`"${ada.name}","${ada.email}","Record or email","no"`);
    for (const action of ["affected-people-found", "affected-people-exported"]) {
      expect(await audited(action)).toMatchObject([{ subject: `incident:${id}`, details: { affected: 1 } }]);
    }
  });

  test("are found only by owners with recent authentication", async () => {
    const id = await storeAccess();
    const stale = await cookieOf("owner", { provedMinutesAgo: 10 });
    const answer = await post(incidentPath(id), stale, { intent: "find", ...access });
    expect(answer.headers.get("location")).toMatch(/^\/auth\/prove/);
    expect((await post(affectedPeoplePath(id), stale, access)).status).toBe(403);
    expect((await post(affectedPeoplePath(id), await cookieOf("examiner"), access)).status).toBe(403);
    expect([404, 405]).toContain((await get(affectedPeoplePath(id), await cookieOf("owner"))).status);
  });

  test.each([
    [{ ...access, who: "sam" }, "Enter an email address or a network address."],
    [{ ...access, to: "2019-01-01" }, "Enter a start date and an end date"],
  ])("are not found with %j", async (fields, problem) => {
    const id = await storeIncident(site.db);
    const response = await post(incidentPath(id), await cookieOf("owner"), { intent: "find", ...fields });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(problem);
  });
});

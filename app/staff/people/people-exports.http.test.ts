import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, personTime, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: personTime });
const { audited, cookieOf, get } = asStaff(site);
const ada = aPerson("ada");

beforeEach(async () => {
  await visit(site.db, ada);
  await takeAssessment(site.db, ada);
  await takeAssessment(site.db, aPerson("ben"));
  await sql`update people set company = '=1+1', status = 'booked' where name = ${ada.name}`.execute(site.db);
});

/** The records of an export by heading. */
async function read(name: string, cookie: string, query = ""): Promise<Record<string, string>[]> {
  const response = await get(`/api/exports/${name}.csv${query}`, cookie);
  expect(response.status).toBe(200);
  return parse(await response.text(), { bom: true, columns: true });
}

describe("the export of people", () => {
  test("contains the filtered people with split names, consent, source, owner and ids", async () => {
    const { cookie, accountId, email } = await signedIn(site.db, { role: "staff" });
    await sql`update people set owner_id = ${accountId}`.execute(site.db);
    const { id, latestFormId } = await site.db
      .selectFrom("people")
      .select(["id", "latestFormId"])
      .where("email", "=", ada.email)
      .executeTakeFirstOrThrow();
    const records = await read("people", cookie, "?status=booked&search=ada");
    expect(records).toMatchObject([
      {
        "First Name": "Avery",
        "Last Name": "ada",
        Email: ada.email,
        Company: "'=1+1",
        Status: "Booked",
        Calls: "No",
        "Articles and Invitations": "Yes",
        Source: "ada",
        "Person ID": id,
        "Form ID": latestFormId,
      },
    ]);
    expect(records[0]?.["Owner"]).not.toBe("");
    expect(await audited("leads-export-begun")).toMatchObject([
      { actorEmail: email, details: { list: "people", status: "booked", searched: true } },
    ]);
    expect(JSON.stringify(await audited("leads-exported"))).toContain('"records":1');
  });

  test("records fixed filters and ids, and of names that come from URLs only that they were used", async () => {
    const { cookie, accountId } = await signedIn(site.db, { role: "staff" });
    await sql`update people set owner_id = ${accountId}`.execute(site.db);
    await read("people", cookie, `?channel=ada&campaign=none&owner=${accountId}&status=booked`);
    const details = { list: "people", channel: true, campaign: true, owner: accountId, status: "booked" };
    expect((await audited("leads-export-begun")).map((entry) => entry.details)).toEqual([details]);
    expect(await audited("leads-exported")).toMatchObject([{ details }]);
  });

  test("has the columns of the imports of other systems", async () => {
    const { cookie, email, accountId } = await signedIn(site.db, { role: "owner" });
    await sql`update people set owner_id = ${accountId}`.execute(site.db);
    const [wealthbox] = await read("people-wealthbox", cookie, "?search=ada");
    expect(wealthbox).toMatchObject({
      "First Name": "Avery",
      "Last Name": "ada",
      "Contact Type": "Prospect",
      "Contact Source": "ada",
    });
    expect(wealthbox?.["Tags"]).toMatch(/^Lead: Booked, Readiness: [^,]+,.* Do not call$/);
    expect(await read("people-hubspot", cookie, "?search=ada")).toMatchObject([
      {
        "First name": "Avery",
        "Lifecycle stage": "Opportunity",
        "Lead status": "Open deal",
        "Contact owner": email,
        Consent: "Email",
      },
    ]);
  });

  test("refuses an unknown filter value, and needs the permission to export", async () => {
    const invalid = await get("/api/exports/people.csv?campaign=unknown", await cookieOf("staff"));
    expect(invalid.status).toBe(400);
    expect((await get("/api/exports/people-hubspot.csv", await cookieOf("examiner"))).status).toBe(403);
    expect(await audited("leads-export-begun")).toEqual([]);
  });
});

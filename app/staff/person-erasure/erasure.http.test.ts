import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { placeHold } from "#app/compliance/records/records.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testApp } from "#tests/kit/app.ts";
import { asStaff } from "#tests/kit/as-staff.ts";
import { aPerson, enter, personTime } from "#tests/kit/person-data.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: personTime });

const ada = aPerson("ada");
const ben = aPerson("ben");

const { audited, cookieOf, get, page, post } = asStaff(site);

const rowsAbout = async ({ email }: typeof ada): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from pre_loi_assessments where email = ${email})
      + (select count(*) from linkedin_live_signups where email = ${email}) as count`.execute(site.db);
  return rows[0]?.count ?? 0;
};

describe("erasing a person", () => {
  test("is refused while a legal hold is in effect, also if the hold was placed after the page was displayed", async () => {
    const id = await enter(site.db, ada);
    const { cookie, email, accountId } = await signedIn(site.db, { role: "owner" });
    const actor = { kind: "staff", id: accountId, email } as const;
    const clock = { now: () => personTime };
    await placeHold({ db: site.db, clock, actor, clientAddress: "198.18.0.7" }, "Inquiry 12");
    const displayed = await page(`/admin/people/${id}/erase`, cookie);
    expect(displayed).toContain("A legal hold is in effect, so no one can be erased.");
    expect(displayed).not.toContain("Erase this person");
    const response = await post(`/admin/people/${id}/erase`, cookie, { email: ada.email });
    expect(response.status).toBe(409);
    expect(await rowsAbout(ada)).toBe(2);
    expect(await audited("person-erased")).toEqual([]);
  });

  test("displays what will be deleted and kept, and then what was, without affecting other people", async () => {
    const id = await enter(site.db, ada);
    await enter(site.db, ben);
    const { cookie, email } = await signedIn(site.db, { role: "owner" });
    const confirmation = await page(`/admin/people/${id}/erase`, cookie);
    expect(confirmation).toMatch(
      /Permanently deleted.*Assessments: 1.*Quarantined submissions: 1.*Kept.*Audit log:/s,
    );
    const response = await post(`/admin/people/${id}/erase`, cookie, {
      email: ` ${ada.email.toUpperCase()}`,
    });
    const location = response.headers.get("location") ?? "";
    expect(response.status).toBe(303);
    expect(location).toMatch(/^\/admin\/people\/erased\?result=/);
    expect(location).not.toContain("ada");
    const result = await page(location, cookie);
    expect(result).toMatch(/The person was erased\..*Assessments: 1.*Kept.*mailbox/s);
    expect(result).not.toContain(ada.email);
    expect([await rowsAbout(ada), await rowsAbout(ben)]).toEqual([0, 2]);
    expect(await audited("person-erased")).toMatchObject([
      { actorEmail: email, details: { pre_loi_assessments: 1, letters_kept: 0 } },
    ]);
  });

  test("erases nothing if a merge has added an address since the page was displayed", async () => {
    const id = await enter(site.db, ada);
    await enter(site.db, ben);
    const { cookie, email, accountId } = await signedIn(site.db, { role: "owner" });
    const [kept, removed] = [
      await findPersonRecord(site.db, ada.email),
      await findPersonRecord(site.db, ben.email),
    ];
    const actor = { kind: "staff", id: accountId, email } as const;
    await mergePeople(
      { db: site.db, clock: { now: () => personTime }, ...auditDeps, actor },
      {
        kept: { id: kept?.id ?? "", revision: kept?.revision ?? 0 },
        removed: { id: removed?.id ?? "", revision: removed?.revision ?? 0 },
      },
    );
    const fields = { email: ada.email, address: ada.email };
    const response = await post(`/admin/people/${id}/erase`, cookie, fields);
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain("Nothing was erased. Check the addresses above");
    expect(html).toContain(`name="address" value="${ben.email}"`);
    expect([await rowsAbout(ada), await rowsAbout(ben)]).toEqual([2, 2]);
  });

  test("keeps sent emails on request", async () => {
    const id = await enter(site.db, ada);
    // The mail worker can be delivering one of them.
    const sent = { state: "sent", settledAt: personTime, claim: null, claimedUntil: null } as const;
    await site.db.updateTable("letters").set(sent).execute();
    const cookie = await cookieOf("owner");
    const fields = { email: ada.email, keepsEmails: "on" };
    const response = await post(`/admin/people/${id}/erase`, cookie, fields);
    expect(await page(response.headers.get("location") ?? "", cookie)).toMatch(
      /Emails: 4, as the record of what was sent/,
    );
  });

  test.each([
    ["", "please enter the email address of this person"],
    [ben.email, "This is not the email address of this person. Nothing was erased"],
  ])("is refused with the confirmation “%s”", async (email, message) => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf("owner");
    const response = await post(`/admin/people/${id}/erase`, cookie, { email, keepsEmails: "on" });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toMatch(new RegExp(`id="email-error">[^<]*${message}`));
    expect(html).toMatch(/<input[^>]*name="keepsEmails"[^>]*checked=""/);
    expect(await rowsAbout(ada)).toBe(2);
  });

  test("requires recent authentication for the form and for the erasure", async () => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf("owner", { provedMinutesAgo: 11 });
    const back = `/auth/prove?to=${encodeURIComponent(`/admin/people/${id}/erase`)}`;
    for (const response of [
      await get(`/admin/people/${id}/erase`, cookie),
      await post(`/admin/people/${id}/erase`, cookie, { email: ada.email }),
    ]) {
      expect([response.status, response.headers.get("location")]).toEqual([302, back]);
    }
    expect(await rowsAbout(ada)).toBe(2);
  });

  test.each(["staff", "examiner"] as const)("is forbidden to %s accounts", async (role) => {
    const id = await enter(site.db, ada);
    const cookie = await cookieOf(role);
    expect((await get(`/admin/people/${id}/erase`, cookie)).status).toBe(403);
    expect((await post(`/admin/people/${id}/erase`, cookie, { email: ada.email })).status).toBe(403);
    expect(await rowsAbout(ada)).toBe(2);
  });

  test("displays the result only to the person who erased, and rejects a forged one", async () => {
    const id = await enter(site.db, ada);
    const done = await post(`/admin/people/${id}/erase`, await cookieOf("owner"), { email: ada.email });
    const other = await cookieOf("owner");
    for (const path of [done.headers.get("location") ?? "", "/admin/people/erased?result=x"]) {
      const response = await get(path, other);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/admin/people"]);
    }
  });
});

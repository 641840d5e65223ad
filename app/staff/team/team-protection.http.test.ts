import { expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

test("signs a colleague out everywhere; the colleague can sign in again", async () => {
  const { cookie, email } = await signedIn(site.db, { role: "owner" });
  const colleague = await signedIn(site.db, { role: "staff" });
  await anotherSession(site.db, colleague.accountId);
  // The action requires a second click. People end their own sessions on the account page.
  const html = await page(cookie);
  expect(html.match(/<summary>Sign out everywhere….*?value="end-sessions"/gs)).toHaveLength(1);
  const done = await post(cookie, { change: "end-sessions", of: colleague.accountId });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/admin/team?done=end-sessions"]);
  const next = await site.request("/admin", { headers: { cookie: colleague.cookie } });
  expect([next.status, next.headers.get("location")]).toEqual([302, "/auth?because=ended"]);
  expect(await findRole(colleague.accountId)).toBe("staff");
  const subject = `account:${colleague.accountId}`;
  expect(await listAuditEvents("sessions-ended")).toEqual([{ actorEmail: email, subject }]);
  expect((await site.request("/admin", { headers: { cookie } })).status).toBe(200);
});

test("requires a second factor for checked roles", async () => {
  const { cookie, email } = await signedIn(site.db, { role: "owner" });
  const staff = await signedIn(site.db, { role: "staff" });
  expect(await page(cookie)).not.toMatch(/name="require-\w+"[^>]* checked/);
  const done = await post(cookie, { change: "second-factor-rules", shown: "", "require-staff": "on" });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/admin/team?done=second-factor-rules"]);
  const html = await page(cookie);
  expect(html).toMatch(/name="require-staff"[^>]* checked/);
  expect(html).not.toMatch(/name="require-(owner|examiner)"[^>]* checked/);
  const next = await site.request("/admin", { headers: { cookie: staff.cookie } });
  expect([next.status, next.headers.get("location")]).toEqual([302, "/auth/second-factor?to=%2Fadmin"]);
  expect(await listAuditEvents("second-factor-rule-changed")).toEqual([{ actorEmail: email, subject: null }]);
});

test("a form that was opened before another owner changed the rules changes nothing and displays the current rules", async () => {
  const { cookie } = await signedIn(site.db, { role: "owner" });
  const { cookie: other } = await signedIn(site.db, { role: "owner" });
  const readShown = (html: string) => /name="shown" value="([^"]*)"/.exec(html)?.[1];
  const shown = readShown(await page(cookie));
  await post(other, { change: "second-factor-rules", shown: "", "require-staff": "on" });
  const older = { change: "second-factor-rules", shown: shown ?? "missing", "require-examiner": "on" };
  const refused = await post(cookie, older);
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain("another owner has changed these rules");
  expect(html).toMatch(/name="require-staff"[^>]* checked/);
  expect(html).not.toMatch(/name="require-(owner|examiner)"[^>]* checked/);
  expect(await listAuditEvents("second-factor-rule-changed")).toHaveLength(1);
  const saved = await post(cookie, { ...older, shown: readShown(html) ?? "", "require-staff": "on" });
  expect(saved.status).toBe(303);
});

test("sets who gets new leads in turn; a form that another owner has overtaken changes nothing", async () => {
  const { cookie, accountId, email } = await signedIn(site.db, { role: "owner" });
  const { cookie: other, accountId: otherId } = await signedIn(site.db, { role: "owner" });
  await signedIn(site.db, { role: "examiner", name: "An examiner" });
  const readShown = (html: string) => /name="took-leads" value="([^"]*)"/.exec(html)?.[1];
  const html = await page(cookie);
  expect(readShown(html)).toBe("");
  expect(html.match(/name="takes-leads"/g)).toHaveLength(2);
  const done = await post(cookie, { change: "lead-rotation", "took-leads": "", "takes-leads": accountId });
  expect([done.status, done.headers.get("location")]).toEqual([303, "/admin/team?done=lead-rotation"]);
  expect(readShown(await page(cookie))).toBe(accountId);
  const subject = `account:${accountId}`;
  expect(await listAuditEvents("lead-rotation-changed")).toEqual([{ actorEmail: email, subject }]);

  const late = await post(other, { change: "lead-rotation", "took-leads": "", "takes-leads": otherId });
  expect(late.status).toBe(409);
  const current = await late.text();
  expect(current).toContain("another owner has changed who gets new leads");
  expect(readShown(current)).toBe(accountId);
  expect(await listAuditEvents("lead-rotation-changed")).toHaveLength(1);
});

test("an owner lets an examiner view leads, and ends that, with an entry in the audit log", async () => {
  const { cookie } = await signedIn(site.db, { role: "owner" });
  const { accountId: id } = await signedIn(site.db, { role: "examiner", mayViewLeads: false });
  expect(await page(cookie)).toMatch(/Leads<.*?No access</s);
  const grant = { change: "lead-access", of: id, "may-view-leads": "on" };
  // Saving the same choice again changes nothing.
  for (const form of [grant, grant]) {
    expect((await post(cookie, form)).headers.get("location")).toBe("/admin/team?done=lead-access");
  }
  expect(await page(cookie)).toMatch(/Leads<.*?May view</s);
  await post(cookie, { change: "lead-access", of: id });
  const entries = await site.db
    .selectFrom("auditEvents")
    .select(["subject", "details"])
    .where("action", "=", "lead-access-changed")
    .orderBy("id")
    .execute();
  expect(entries).toEqual(
    [true, false].map((mayViewLeads) => ({ subject: `account:${id}`, details: { mayViewLeads } })),
  );
});

test("access to leads is refused to an account that is no examiner", async () => {
  const { cookie } = await signedIn(site.db, { role: "owner" });
  const { accountId: of } = await signedIn(site.db, { role: "staff" });
  const form = { change: "lead-access", of, "may-view-leads": "on" };
  const response = await post(cookie, form);
  expect(response.status).toBe(409);
  expect(await response.text()).toContain("no longer an examiner");
});

test("keeps the checked roles during re-authentication", async () => {
  const { cookie } = await signedIn(site.db, { role: "owner", provedMinutesAgo: 11 });
  const response = await post(cookie, { change: "second-factor-rules", shown: "", "require-examiner": "on" });
  const location = response.headers.get("location") ?? "";
  const back = new URL(location, testSiteUrl).searchParams.get("to") ?? "";
  expect(await page(cookie, back)).toMatch(/name="require-examiner"[^>]* checked/);
});

function post(cookie: string, fields: Record<string, string>, origin = testSiteUrl): Promise<Response> {
  return site.postForm("/admin/team", fields, { cookie, origin });
}

async function page(cookie: string, path = "/admin/team"): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}

async function findRole(id: string): Promise<string | undefined> {
  const found = await site.db.selectFrom("staffUsers").select("role").where("id", "=", id).executeTakeFirst();
  return found?.role;
}

async function listAuditEvents(action: string) {
  return site.db
    .selectFrom("auditEvents")
    .select(["actorEmail", "subject"])
    .where("action", "=", action)
    .execute();
}

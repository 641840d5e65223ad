import { beforeEach, describe, expect, test } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";

const site = testApp();
const ada = createPersonKeys(testKeyRing).subjectOf("ada@example.com");

const as = async (role: Role) => (await signedIn(site.db, { role })).cookie;

async function page(path: string, cookie: string, status = 200): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  expect(response.status).toBe(status);
  return response.text();
}

const reads = () =>
  site.db
    .selectFrom("auditEvents")
    .select(["subject", "clientAddress"])
    .where("action", "=", "audit-read")
    .orderBy("id")
    .execute();

beforeEach(async () => {
  const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
  const clientAddress = "203.0.113.9";
  await recordAudit(site.db, { action: "signed-in", actor, details: { with: "passkey" }, clientAddress });
  await recordAudit(site.db, { action: "person-erased", actor: { kind: "shell" }, subject: ada });
});

describe("the audit log", () => {
  test("describes each entry in a sentence with its exact time, and records the view once", async () => {
    const cookie = await as("examiner");
    for (let times = 0; times < 2; times += 1) {
      const html = await page("/admin/audit", cookie);
      expect(html).toMatch(/read the audit log\..*The administrator erased a person’s record\./s);
      expect(html).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d C[SD]T.*ruth@example\.com signed in\./s);
      expect(html).toMatch(/With<!-- -->:<\/span> <!-- -->passkey.*203\.0\.113\.9/s);
      expect(html).not.toMatch(/\sstyle="/);
    }
    expect(await reads()).toEqual([{ subject: null, clientAddress: "127.0.0.1" }]);
  });

  test("is filtered by its URL, and names values that it ignores", async () => {
    const cookie = await as("owner");
    const signIns = await page("/admin/audit?action=signed-in&who=RUTH%40example.com", cookie);
    expect(signIns).toContain("ruth@example.com signed in.");
    expect(signIns).not.toContain("erased a person’s record.");
    expect(await page("/admin/audit?who=shell&action=signed-in", cookie)).toContain("Nothing matches");
    const odd = await page("/admin/audit?action=moon-landed&from=2026-02-30&before=%27&sort=x", cookie);
    expect(odd).toMatch(/“2026-02-30” was ignored.*“moon-landed” is not a valid choice for “What”/s);
    expect(odd).toContain("signed in.");
  });

  test("finds records about a person by an email address that is stored nowhere, and records the search", async () => {
    const cookie = await as("examiner");
    const answer = await site.postForm("/admin/audit", { email: " Ada@Example.com " }, { cookie });
    expect(answer.status).toBe(303);
    const found = answer.headers.get("location") ?? "";
    expect(found).toBe(`/admin/audit?about=${encodeURIComponent(ada)}`);
    const html = await page(found, cookie);
    expect(html).toContain("erased a person’s record.");
    expect(html).not.toContain("ruth@example.com signed in.");
    expect(html).not.toMatch(/ada@/i);
    expect(await reads()).toEqual([{ subject: ada, clientAddress: "127.0.0.1" }]);
  });

  test("ignores and does not record an invalid “About” value, because it may be a name or an address", async () => {
    const cookie = await as("owner");
    for (const about of ["ada@example.com", "person:ada@example.com", "Ada Lovelace"]) {
      const html = await page(`/admin/audit?about=${encodeURIComponent(about)}`, cookie);
      expect(html).toContain(`“${about}” is not a valid choice for “About” and was ignored.`);
      expect(html).toContain("ruth@example.com signed in.");
    }
    expect(await reads()).toEqual([{ subject: null, clientAddress: "127.0.0.1" }]);
    const file = await site.request("/api/exports/audit.csv?about=ada%40example.com", {
      headers: { cookie },
    });
    expect((await file.text()).trim().split("\r\n")).toHaveLength(1);
    const rows = await site.db.selectFrom("auditEvents").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/ada@|Lovelace/);
  });

  test("asks for the complete address if a part of one finds nothing", async () => {
    const cookie = await as("owner");
    const partly = await page("/admin/audit?who=ruth%40exa", cookie);
    expect(partly).toMatch(/“Who” needs a full staff email address.*Nothing matches/s);
    for (const who of ["shell", "visitor", "nobody"]) {
      expect(await page(`/admin/audit?who=${who}`, cookie)).not.toContain("needs a full staff email address");
    }
  });

  test("keeps an invalid address in the field, with an error", async () => {
    const answer = await site.postForm(
      "/admin/audit",
      { email: "ada at home" },
      { cookie: await as("owner") },
    );
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('value="ada at home"');
    expect(html).toContain("Please enter a valid email address");
  });

  test("is exported with its filters by owners only, and the export's start and end are recorded", async () => {
    const owner = await as("owner");
    const file = await site.request("/api/exports/audit.csv?who=shell", {
      method: "POST",
      headers: { cookie: owner },
    });
    expect(file.headers.get("content-disposition")).toMatch(/filename="audit-log-raw-\d{4}-\d\d-\d\d\.csv"/);
    const [heading, row, ...others] = (await file.text()).replaceAll('"', "").trim().split("\r\n");
    expect(heading).toBe("id,at,action,actor_kind,actor_id,actor_email,subject,details,client_address");
    expect(row).toContain(`,person-erased,shell,,,${ada},{},`);
    expect(others).toEqual([]);
    const whole = await site.request("/api/exports/audit.csv", { headers: { cookie: owner } });
    expect(await whole.text()).toMatch(/,"The administrator erased a person’s record\.","person:/);
    const told = await site.db
      .selectFrom("auditEvents")
      .select(["action", "details"])
      .where("action", "like", "audit-export%")
      .orderBy("id")
      .execute();
    expect(told.slice(0, 2)).toEqual([
      { action: "audit-export-begun", details: { list: "audit", who: true, raw: true } },
      {
        action: "audit-exported",
        details: { list: "audit", who: true, raw: true, records: 1, end: "complete" },
      },
    ]);
    for (const role of ["examiner", "staff"] as const) {
      const refused = await site.request("/api/exports/audit.csv", { headers: { cookie: await as(role) } });
      expect(refused.status).toBe(403);
    }
    expect(await page("/admin/audit", await as("examiner"))).not.toContain("Export CSV");
    expect(await page("/admin/audit", owner)).toContain("Export CSV");
  });

  test("is forbidden to staff, and the page says who can read it", async () => {
    const html = await page("/admin/audit", await as("staff"), 403);
    expect(html).toContain("Your account can’t view the audit log.");
    expect(html).not.toContain("signed in.");
  });
});

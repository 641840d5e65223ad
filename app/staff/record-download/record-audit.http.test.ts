import { expect, test } from "vitest";
import { recordAudit } from "#app/audit/audit.server.ts";
import { sealAllEvents } from "#tests/kit/seal-all-events.ts";
import { recordSite, storeCaptures } from "#app/compliance/archive/record-site.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { recordPath } from "#app/staff/paths/record-path.ts";
import { returnPath } from "#app/staff/paths/return-path.ts";
import { testApp } from "#tests/kit/app.ts";
import { aPage, setRecordedAt } from "#tests/kit/published-site.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { wordsOf } from "#tests/spec/markup.ts";

const site = testApp();

async function publish(): Promise<void> {
  const captures = await storeCaptures(site.db, [aPage("/about", "<p>We advise families.</p>")]);
  await recordSite(site.db, { captures, build: "Build 1", release: undefined });
}

async function get(path: string, role: Role): Promise<Response> {
  return site.request(path, { headers: { cookie: (await signedIn(site.db, { role })).cookie } });
}

const words = async (path: string, role: Role) => wordsOf(await (await get(path, role)).text());

const post = async (
  path: string,
  role: Role,
  fields: Readonly<Record<string, string>> = {},
  facts: { provedMinutesAgo?: number } = {},
): Promise<Response> =>
  site.request(path, {
    method: "POST",
    headers: {
      cookie: (await signedIn(site.db, { role, ...facts })).cookie,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  });

test("a download contains the audit log of the chosen days for an owner, which is recorded", async () => {
  await publish();
  await recordAudit(site.db, { action: "demo-added", actor: { kind: "shell" } });
  await sealAllEvents(site.db);
  const today = dayIn("America/Chicago", new Date());
  const response = await post("/api/record/packages/1", "owner", { auditSince: today, auditUntil: today });
  expect([response.headers.get("location"), response.status]).toEqual([null, 200]);
  const zip = Buffer.from(await response.arrayBuffer());
  for (const name of ["audit/range.json", "audit/links.jsonl", "audit/events.jsonl"]) {
    expect(zip.includes(name)).toBe(true);
  }
  expect(zip.includes("demo-added")).toBe(true);
  const exported = await site.db
    .selectFrom("auditEvents")
    .select("details")
    .where("action", "=", "record-exported")
    .execute();
  expect(exported).toMatchObject([{ details: { auditSince: today, auditUntil: today } }]);
  const without = await post("/api/record/packages/1", "owner", { auditSince: "", auditUntil: "" });
  expect(Buffer.from(await without.arrayBuffer()).includes("demo-added")).toBe(false);
});

async function countExports(): Promise<number> {
  const [{ count } = { count: -1 }] = await site.db
    .selectFrom("auditEvents")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("action", "=", "record-exported")
    .execute();
  return count;
}

const formType = "application/x-www-form-urlencoded";

test.each([
  ["of an unsupported type", "text/plain", "auditSince=2026-01-01", 415],
  ["that is incomplete", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-", 415],
  ["with too many fields", formType, `${"a&".repeat(3_000)}auditSince=2026-01-01`, 413],
])("a form %s is refused instead of read as one without days", async (_, type, body, status) => {
  await publish();
  for (const role of ["examiner", "owner"] as const) {
    const { cookie } = await signedIn(site.db, { role });
    const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": type };
    const response = await site.request("/api/record/packages/1", { method: "POST", headers, body });
    expect([role, response.status]).toEqual([role, status]);
  }
  expect(await countExports()).toBe(0);
});

const anEmail = {
  kind: "assessment-result",
  recipient: "ellen@example.com",
  subject: "Your result",
  bodyText: "14 of 21",
  bodyHtml: `<p>14 of 21</p><a href="http://localhost:3000/pre-loi-assessment/result/${"k".repeat(32)}">Result</a>`,
  state: "sent",
  settledAt: new Date(),
} as const;

test("with the emails of these days, a download contains them as sent, without those about accounts", async () => {
  await publish();
  await recordAudit(site.db, { action: "demo-added", actor: { kind: "shell" } });
  await sealAllEvents(site.db);
  await site.db
    .insertInto("letters")
    .values([
      anEmail,
      { ...anEmail, subject: "Reset your password", kind: "account-reset" },
      { ...anEmail, subject: "Not sent", state: "kept" },
      { ...anEmail, subject: "Sent before", settledAt: new Date("2026-01-05T12:00:00Z") },
    ])
    .execute();
  const auditSince = dayIn("America/Chicago", new Date());
  const response = await post("/api/record/packages/1", "owner", { auditSince, emails: "on" });
  const zip = Buffer.from(await response.arrayBuffer());
  for (const part of ["emails/index.html", "ellen@example.com", "<p>14 of 21</p>", "Subject: Your result"]) {
    expect([part, zip.includes(part)]).toEqual([part, true]);
  }
  for (const other of ["Reset your password", "Not sent", "Sent before", "k".repeat(32)]) {
    expect([other, zip.includes(other)]).toEqual([other, false]);
  }
  const { details } = await site.db
    .selectFrom("auditEvents")
    .select("details")
    .where("action", "=", "record-exported")
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({ auditSince, emails: 1 });
  const without = await post("/api/record/packages/1", "owner", { auditSince });
  expect(Buffer.from(await without.arrayBuffer()).includes("ellen@example.com")).toBe(false);
});

test.each([
  ["emails without days", { emails: "on" }, "no-days"],
  ["an impossible day of the audit log", { auditSince: "2026-02-30" }, "invalid"],
  [
    "days of the audit log in the wrong order",
    { auditSince: "2026-03-02", auditUntil: "2026-03-01" },
    "invalid",
  ],
  ["days without events in the audit log", { auditUntil: "2020-01-01" }, "empty"],
])("a download is refused with %s", async (_, days, problem) => {
  await publish();
  const response = await post("/api/record/packages/1", "owner", { page: "/about", ...days });
  const location = response.headers.get("location") ?? "";
  expect([response.status, location]).toEqual([303, recordPath({ page: "/about", ...days, audit: problem })]);
  expect(await words(location, "owner")).toContain("Nothing was downloaded.");
  expect(await countExports()).toBe(0);
});

test("a download contains the audit log neither for examiners and staff nor without recent authentication", async () => {
  await publish();
  const days = { auditSince: "2026-01-01" };
  for (const role of ["examiner", "staff"] as const) {
    expect((await post("/api/record/packages/1", role, days)).status).toBe(403);
    expect(await words(recordPath({ page: "/about" }), role)).not.toContain("audit log of these days");
  }
  const stale = await post("/api/record/packages/1", "owner", days, { provedMinutesAgo: 10 });
  expect(stale.headers.get("location")).toMatch(/^\/auth\/prove\?to=/);
  const owner = await get(recordPath({ page: "/about" }), "owner");
  expect(await owner.text()).toContain('name="auditSince"');
});

test("after step-up authentication, the form contains the minute, the days and the choice of emails", async () => {
  await publish();
  await setRecordedAt(site.db, 1, "2026-03-01T18:00:00Z");
  const moment = { page: "/about", date: "2026-03-03", time: "14:05" };
  const chosen = { versionsSince: "2026-03-01", auditSince: "2026-03-02", auditUntil: "2026-03-31" };
  const fields = { ...moment, ...chosen, emails: "on" };
  const stale = await post("/api/record/packages/1", "owner", fields, { provedMinutesAgo: 10 });
  const location = new URL(stale.headers.get("location") ?? "", "http://localhost");
  const to = returnPath(location.searchParams.get("to"));
  expect(to).toBe(recordPath(fields));
  const html = await (await get(to, "owner")).text();
  for (const day of Object.values(chosen)) expect(html).toContain(`value="${day}"`);
  expect(html).toMatch(/<input(?=[^>]*name="emails")(?=[^>]*checked)/);
  expect(wordsOf(html)).toContain("Your selections are still here.");
});

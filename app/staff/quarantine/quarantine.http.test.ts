import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import {
  quarantineSubmission,
  type SubmissionToQuarantine,
} from "#app/intake/quarantine/quarantine.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();

async function hold(changes: Partial<SubmissionToQuarantine> = {}): Promise<string> {
  const { id } = await quarantineSubmission(site.db, {
    form: "assessment",
    reason: "honeypot",
    at: new Date(),
    input: anAssessment({ name: "Ada <b>Lovelace</b>", email: "ada@example.com" }),
    sender: serializeSource(aSubmission()),
    fingerprint: randomUUID(),
    resultKey: randomUUID(),
    ...changes,
  });
  return id;
}

const as = async (role: Role, facts: { provedMinutesAgo?: number } = {}) =>
  (await signedIn(site.db, { role, ...facts })).cookie;

async function page(path: string, cookie: string, status = 200): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  expect(response.status).toBe(status);
  return response.text();
}

const decide = (id: string, change: string, cookie: string) =>
  site.postForm(`/admin/quarantine/${id}`, { change }, { cookie });

const audited = (action: string) =>
  site.db
    .selectFrom("auditEvents")
    .select(["actorKind", "subject", "details", "clientAddress"])
    .where("action", "=", action)
    .execute();

describe("the quarantine", () => {
  test("lists submissions with their reasons, is filtered by its URL, and the view is recorded", async () => {
    await hold();
    await hold({ reason: "too-fast", form: "event-signup", input: { name: null, email: null } });
    const cookie = await as("examiner");
    const html = await page("/admin/quarantine", cookie);
    expect(html).toMatch(/No name.*Live event signup.*Sent too fast.*Quarantined/s);
    expect(html).toContain("Ada &lt;b&gt;Lovelace&lt;/b&gt;");
    expect(await page("/admin/quarantine?search=LOVELACE&reason=honeypot", cookie)).toContain("Lovelace");
    expect(await page("/admin/quarantine?state=released", cookie)).toContain("Nothing matches");
    expect(await page("/admin/quarantine?reason=mood&before=x", cookie)).toContain("was ignored");
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "quarantine" } }]);
  });

  test("says what appears here when it is empty", async () => {
    expect(await page("/admin/quarantine", await as("owner"))).toContain("Nothing is quarantined.");
  });
});

describe("a quarantined submission", () => {
  test("is shown with its entries, reason and sender, with buttons only for people who can decide", async () => {
    const id = await hold();
    const html = await page(`/admin/quarantine/${id}`, await as("examiner"));
    expect(html).toMatch(
      /A hidden field that people cannot see was filled in.*Readiness.*Firefox.*Classified as.*Person/s,
    );
    expect(html).not.toContain("Not spam");
    expect(await audited("person-viewed")).toMatchObject([{ details: { submission: id } }]);
    expect(await page(`/admin/quarantine/${id}`, await as("staff"))).toContain("Not spam");
  });

  test("is accepted once by “Not spam”, with emails to the firm and the sender", async () => {
    const id = await hold();
    const cookie = await as("staff", { provedMinutesAgo: 30 });
    const answer = await decide(id, "release", cookie);
    expect(answer.headers.get("location")).toBe(`/admin/quarantine/${id}?done=assessment`);
    const released = await page(`/admin/quarantine/${id}?done=assessment`, cookie);
    expect(released).toMatch(
      /Accepted\. The assessment is stored\.<.*This server does not send email.*Accepted/s,
    );
    expect(released).not.toContain("The firm is notified");
    const lead = await site.db.selectFrom("preLoiAssessments").select("id").executeTakeFirstOrThrow();
    expect(released).toContain(`href="/admin/people/${lead.id}"`);
    expect(await page(`/admin/people/${lead.id}`, cookie)).toContain("ada@example.com");
    const kinds = await site.db.selectFrom("letters").select("kind").orderBy("kind").execute();
    expect(kinds).toEqual([{ kind: "assessment-result" }, { kind: "new-assessment" }]);
    expect(await audited("submission-released")).toMatchObject([
      { actorKind: "staff", clientAddress: "127.0.0.1", details: { submission: id, became: "assessment" } },
    ]);
    const again = await decide(id, "release", cookie);
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("The sender or a colleague has already accepted it.");
    const removal = await decide(id, "remove", await as("owner"));
    expect(removal.status).toBe(409);
    expect(await site.db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(1);
  });

  test("is shown as waiting for confirmation, with its reserved seat, after a confirmation email was sent", async () => {
    const asked = await hold({ reason: "many", confirmationRequestedAt: new Date() });
    await site.db
      .updateTable("quarantinedSubmissions")
      .set({
        seatEventId: randomUUID(),
        seatHeldUntil: new Date(Date.now() + 3_600_000),
        seatAddressKey: "key",
      })
      .execute();
    const cookie = await as("staff");
    expect(await page("/admin/quarantine", cookie)).toContain("Waiting for confirmation");
    const confirmed = await hold({ confirmationRequestedAt: new Date() });
    await site.db
      .updateTable("quarantinedSubmissions")
      .set({ mailboxConfirmedAt: new Date() })
      .where("id", "=", confirmed)
      .execute();
    for (const path of ["/admin/quarantine", `/admin/quarantine/${confirmed}`]) {
      expect(await page(path, cookie)).toContain("Confirmed, needs your decision");
    }
    const html = await page(`/admin/quarantine/${asked}`, cookie);
    expect(html).toMatch(/Waiting for confirmation.*Confirmation requested.*Seat held until/s);
    const email = { kind: "confirm-submission", recipient: "ada@example.com", about: asked };
    await site.db
      .insertInto("letters")
      .values({ ...email, state: "suppressed", settledAt: new Date() })
      .execute();
    for (const path of ["/admin/quarantine", `/admin/quarantine/${asked}`]) {
      expect(await page(path, cookie)).toContain("Confirmation email not sent");
    }
    await site.db
      .insertInto("letters")
      .values({ ...email, state: "sent", settledAt: new Date() })
      .execute();
    expect(await page("/admin/quarantine", cookie)).not.toContain("Confirmation email not sent");
    await decide(asked, "release", cookie);
    expect(await page(`/admin/quarantine/${asked}`, cookie)).not.toContain("Waiting for confirmation");
  });

  test("is accepted once by two concurrent requests, and the second response says so", async () => {
    const id = await hold();
    const cookies = [await as("staff"), await as("owner")];
    const answers = await Promise.all(cookies.map((cookie) => decide(id, "release", cookie)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409]);
    expect(await site.db.selectFrom("preLoiAssessments").select("id").execute()).toHaveLength(1);
  });

  test("is deleted in two steps without scripting, and the URL cannot claim that it was accepted", async () => {
    const html = await page(`/admin/quarantine/${await hold()}?done=assessment`, await as("staff"));
    expect(html).toMatch(
      /<details><summary[^>]*>Delete…<\/summary>.*value="remove"[^>]*>Delete permanently</s,
    );
    expect(html).not.toContain("Accepted. ");
    expect(html).not.toContain("View person");
  });

  test("is deleted only after recent authentication", async () => {
    const id = await hold();
    const stale = await decide(id, "remove", await as("staff", { provedMinutesAgo: 30 }));
    expect(stale.headers.get("location")).toBe(
      `/auth/prove?to=${encodeURIComponent(`/admin/quarantine/${id}`)}`,
    );
    const cookie = await as("staff");
    const answer = await decide(id, "remove", cookie);
    expect(answer.headers.get("location")).toBe("/admin/quarantine?done=removed");
    expect(await page("/admin/quarantine?done=removed", cookie)).toContain("Deleted permanently.");
    expect(await audited("submission-removed")).toMatchObject([{ details: { submission: id } }]);
    const again = await decide(id, "remove", cookie);
    expect(again.status).toBe(404);
    expect(await again.text()).toContain("This submission does not exist.");
  });

  test("is not deleted while a legal hold is in effect", async () => {
    await site.db
      .insertInto("legalHolds")
      .values({ reason: "Inquiry 12", placedAt: new Date(), placedBy: "owner@example.com" })
      .execute();
    const answer = await decide(await hold(), "remove", await as("staff"));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("A legal hold is in effect, so nothing was deleted.");
    expect(await site.db.selectFrom("quarantinedSubmissions").select("id").execute()).toHaveLength(1);
  });

  test("that this version cannot read stays, and the response says what to do", async () => {
    const id = await hold({ input: { email: "ada@example.com" }, sender: {} });
    const answer = await decide(id, "release", await as("staff"));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/Another version of this program stored.*Delete/s);
  });

  test("is not found by unknown ids, and invalid or forbidden decisions change nothing", async () => {
    const cookie = await as("owner");
    for (const unknown of [randomUUID(), "x", "%00"]) {
      expect(await page(`/admin/quarantine/${unknown}`, cookie, 404)).toContain(
        "This submission does not exist",
      );
    }
    const id = await hold();
    expect((await decide(id, "keep", cookie)).status).toBe(422);
    expect((await decide(id, "release", await as("examiner"))).status).toBe(403);
  });
});

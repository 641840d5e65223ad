import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { describe, expect, test } from "vitest";
import type { LettersTable } from "#app/data/schema/letters.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { quarantineSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp();
const sendingSite = testApp({ sendsEmail: true });

const placeKey = "5d7f2a44-8e0e-4b0e-9d3a-4f1d8f0c6b21";
const text = `Your seat: ${testSiteUrl}/linkedin-live-signup/place/${placeKey} <b>`;

/** Stores an email, by default a failed one. */
async function storeEmail(changes: Partial<Insertable<LettersTable>> = {}): Promise<string> {
  const { id } = await site.db
    .insertInto("letters")
    .values({
      kind: "event-place",
      recipient: "ada@example.com",
      about: randomUUID(),
      state: "given-up",
      subject: "Your seat",
      bodyText: text,
      bodyHtml: `<!doctype html><title>Your seat</title><p>${text}</p><script>alert(1)</script>`,
      attempts: 3,
      lastReply: "550 no such user",
      settledAt: new Date(),
      ...changes,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const as = async (role: Role) => (await signedIn(site.db, { role })).cookie;

async function page(path: string, cookie: string, status = 200): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  expect(response.status).toBe(status);
  return response.text();
}

const post = (path: string, cookie: string) => site.postForm(path, {}, { cookie });

const stateOf = async (id: string) =>
  (
    await site.db
      .selectFrom("letters")
      .select(["state", "attempts"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).state;

const audited = (action: string) =>
  site.db
    .selectFrom("auditEvents")
    .select(["actorKind", "subject", "details", "clientAddress"])
    .where("action", "=", action)
    .orderBy("id")
    .execute();

describe("the email list", () => {
  test("shows kind, subject, recipient, state and last reply without scripting, and records the view once", async () => {
    await storeEmail();
    const cookie = await as("examiner");
    for (let times = 0; times < 2; times += 1) {
      const html = await page("/admin/letters", cookie);
      expect(html).toMatch(
        /Sign-up confirmation.*Your seat.*ada@.*example\.com.*Failed.*3.*550 no such user/s,
      );
      expect(html).not.toMatch(/\sstyle="/);
      expect(html).not.toMatch(/Resend|to resend/);
    }
    expect(await audited("leads-viewed")).toMatchObject([{ details: { list: "letters" } }]);
  });

  test("is filtered by its URL, and names values that it ignores", async () => {
    await storeEmail();
    const cookie = await as("staff");
    expect(await page("/admin/letters?state=sent", cookie)).toContain("Nothing matches.");
    expect(await page("/admin/letters?search=ADA%40", cookie)).toContain("Failed");
    const odd = await page("/admin/letters?state=lost&kind=%27&from=yesterday&after=x&sort=upwards", cookie);
    expect(odd).toMatch(/“yesterday” was ignored.*“lost” is not a valid choice for “Status”.*first page/s);
    expect(await page("/admin/letters", await as("owner"))).toContain("Account: invitation");
  });

  test("shows account emails only to people who manage the team", async () => {
    const id = await storeEmail({ kind: "account-waiting", recipient: "ruth@example.com" });
    for (const role of ["staff", "examiner"] as const) {
      const cookie = await as(role);
      expect(await page("/admin/letters", cookie)).not.toMatch(/ruth@|Account: approval/);
      await page(`/admin/letters/${id}`, cookie, 404);
      await page(`/api/letters/${id}/document`, cookie, 404);
    }
    expect((await post(`/admin/letters/${id}`, await as("staff"))).status).toBe(404);
    expect(await page(`/admin/letters/${id}`, await as("owner"))).toContain("ruth@example.com");
  });

  test("retries recent failures, states their number, and confirms it", async () => {
    const [one, kept] = [await storeEmail(), await storeEmail({ state: "kept" })];
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    const others = [
      await storeEmail({ createdAt: daysAgo(16), settledAt: daysAgo(15) }),
      await storeEmail({ createdAt: daysAgo(300), settledAt: daysAgo(1) }),
      await storeEmail({ unclearAttempts: 1 }),
    ];
    const cookie = await as("staff");
    expect(await page("/admin/letters", cookie)).toContain("Resend 1 failed email<");
    const answer = await post("/admin/letters", cookie);
    expect(answer.headers.get("location")).toBe("/admin/letters?done=all-again");
    expect(await stateOf(kept)).toBe("kept");
    expect(await audited("letter-retried")).toMatchObject([
      { actorKind: "staff", details: { was: "given-up", letters: 1 }, clientAddress: "127.0.0.1" },
    ]);
    expect(await page("/admin/letters?done=all-again", cookie)).toContain("will be sent again");
    await expect.poll(() => stateOf(one)).not.toBe("given-up");
    for (const id of others) expect(await stateOf(id)).toBe("given-up");
    expect((await post("/admin/letters", cookie)).headers.get("location")).toBe("/admin/letters?done=none");
    expect(await page("/admin/letters", cookie)).toContain("No emails failed in the last 14 days.");
    for (const id of others) expect(await page(`/admin/letters/${id}`, cookie)).toContain("Send again");
  });

  test("retries all emails that were stored without a mail server, once there is one", async () => {
    const failed = await storeEmail();
    await storeEmail({ state: "kept" });
    const cookie = await as("staff");
    expect(await page("/admin/letters", cookie)).not.toMatch(/<button[^>]*>Send all unsent emails/);
    const response = await sendingSite.request("/admin/letters", { headers: { cookie } });
    expect(await response.text()).toMatch(/<button[^>]*>Send all unsent emails/);
    const posted = await site.postForm("/admin/letters", { state: "kept" }, { cookie });
    expect(posted.headers.get("location")).toBe("/admin/letters?done=all-again");
    expect(await stateOf(failed)).toBe("given-up");
    expect(await audited("letter-retried")).toMatchObject([{ details: { was: "kept", letters: 1 } }]);
  });
});

describe("an email", () => {
  test("shows its delivery and content without private keys, and the view is recorded once, including the frame", async () => {
    const id = await storeEmail({ unclearAttempts: 1 });
    const cookie = await as("staff");
    const html = await page(`/admin/letters/${id}`, cookie);
    expect(html).toContain("3, of which 1 may have been delivered without confirmation");
    expect(html).toContain("/linkedin-live-signup/place/…");
    expect(html).not.toContain(placeKey);
    expect(html).toContain(`<iframe src="/api/letters/${id}/document"`);
    const shown = await site.request(`/api/letters/${id}/document`, { headers: { cookie } });
    expect(await shown.text()).not.toContain(placeKey);
    const policy = shown.headers.get("content-security-policy") ?? "";
    expect(policy.split(";")).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "sandbox"]),
    );
    expect(policy).not.toContain("script");
    const [view, ...others] = await audited("letter-viewed");
    expect(others).toEqual([]);
    expect(view).toMatchObject({ details: { letter: id } });
    expect(view?.subject).toMatch(/^person:/);
  });

  test("can be framed on every staff page, because client-side navigation keeps the first security policy", async () => {
    const cookie = await as("staff");
    for (const path of ["/admin", "/admin/letters", `/admin/letters/${await storeEmail()}`]) {
      const response = await site.request(path, { headers: { cookie } });
      expect(response.headers.get("content-security-policy")).toContain("frame-src 'self';");
    }
  });

  test("is sent again if its state permits, and the response names the reason otherwise", async () => {
    const id = await storeEmail();
    const cookie = await as("staff");
    const answer = await post(`/admin/letters/${id}`, cookie);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/admin/letters/${id}?done=again`);
    expect(await audited("letter-retried")).toMatchObject([{ subject: `letter:${id}` }]);

    const sent = await storeEmail({ state: "sent" });
    const refused = await post(`/admin/letters/${sent}`, cookie);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("This email was sent. It cannot be sent again.");
    expect(await page(`/admin/letters/${sent}`, cookie)).not.toContain("Send again");
    expect(await stateOf(sent)).toBe("sent");
  });

  test.each(["sent", "kept", "given-up", "suppressed"] as const)(
    "that is %s after a retry shows the result instead of announcing the attempt",
    async (state) => {
      const path = `/admin/letters/${await storeEmail({ state })}?done=again`;
      const html = await page(path, await as("staff"));
      expect(html).toContain("The email was sent again. The result is below.");
      expect(html).not.toContain("in a few seconds");
    },
  );

  test("that was returned shows when it was first accepted", async () => {
    const id = await storeEmail({ state: "sent", settledAt: new Date("2026-03-31T17:00:00Z") });
    const cookie = await as("staff");
    expect(await page(`/admin/letters/${id}`, cookie)).not.toContain("First accepted");
    const now = new Date();
    await site.db
      .updateTable("letters")
      .set({ state: "given-up", settledAt: now, returnedAt: now })
      .where("id", "=", id)
      .execute();
    expect(await page(`/admin/letters/${id}`, cookie)).toMatch(/First accepted.*Mar\s31,\s2026.*Returned/s);
  });

  test.each([
    ["returned", { returnedAt: new Date() }],
    ["possibly delivered", { unclearAttempts: 4 }],
  ])("that was %s and belonged to a deleted form says so, and is not sent again", async (_, delivery) => {
    const cleared = { subject: null, bodyText: null, bodyHtml: null };
    const id = await storeEmail({ kind: "confirm-submission", ...cleared, ...delivery });
    const cookie = await as("staff");
    const html = await page(`/admin/letters/${id}`, cookie);
    expect(html).toContain("The text was deleted together with the form.");
    expect(html).not.toMatch(/Send again|could not be created|then send the email again/);
    expect(await page("/admin/letters", cookie)).not.toContain("Resend 1 failed");
    const refused = await post(`/admin/letters/${id}`, cookie);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("This email cannot be sent again, because its form was deleted.");
    expect(await stateOf(id)).toBe("given-up");
  });

  test("that asks to confirm a form can be sent again while the form exists", async () => {
    const { id: about } = await quarantineSubmission(site.db, {
      form: "assessment",
      reason: "honeypot",
      at: new Date(),
      input: anAssessment({ email: "ada@example.com" }),
      sender: serializeSource(aSubmission()),
      fingerprint: randomUUID(),
      resultKey: randomUUID(),
    });
    const id = await storeEmail({ kind: "confirm-submission", about });
    expect(await page(`/admin/letters/${id}`, await as("staff"))).toContain("Send again");
  });

  test("that waits for a retry announces the attempt", async () => {
    const id = await storeEmail({
      state: "waiting",
      settledAt: null,
      nextTryAt: new Date(Date.now() + 3_600_000),
    });
    const html = await page(`/admin/letters/${id}?done=again`, await as("staff"));
    expect(html).toContain("The email will be sent in a few seconds");
  });

  test("to an address that cannot receive email gives that reason, not an opt-out", async () => {
    const id = await storeEmail({
      state: "suppressed",
      lastReply: "Addresses under .invalid cannot receive email.",
    });
    expect(await page(`/admin/letters/${id}`, await as("staff"))).toMatch(
      /the address cannot receive email.*The last reply gives the reason.*Addresses under .invalid cannot/s,
    );
  });

  test("without text gives the reason, and an unknown email is not found by any method", async () => {
    const id = await storeEmail({
      state: "kept",
      subject: null,
      bodyText: null,
      bodyHtml: null,
      attempts: 0,
    });
    const cookie = await as("staff");
    expect(await page(`/admin/letters/${id}`, cookie)).toContain(
      "The text is created at the first delivery attempt",
    );
    await page(`/api/letters/${id}/document`, cookie, 404);
    const cleared = await storeEmail({ state: "sent", subject: null, bodyText: null, bodyHtml: null });
    expect(await page(`/admin/letters/${cleared}`, cookie)).toContain(
      "The text was deleted together with the form.",
    );
    for (const unknown of [randomUUID(), "x", "%00"]) {
      expect(await page(`/admin/letters/${unknown}`, cookie, 404)).toContain("This email does not exist");
      expect((await post(`/admin/letters/${unknown}`, cookie)).status).toBe(404);
      await page(`/api/letters/${unknown}/document`, cookie, 404);
    }
  });
});

describe("previews", () => {
  test("show every kind with subject, frame and text, and store no email", async () => {
    const cookie = await as("examiner");
    const html = await page("/admin/letters/previews", cookie);
    const links = [...html.matchAll(/href="([^"]+\?letter=[^"]+)"/g)].flatMap(([, path]) => path ?? []);
    expect(links.length).toBeGreaterThan(19);
    for (const link of links) {
      const [, frame] = /<iframe src="([^"]+)"/.exec(await page(link, cookie)) ?? [];
      expect(await page(frame ?? "", cookie)).toContain("<!doctype html>");
    }
    expect(await page("/admin/letters/previews?letter=%27", cookie)).toContain("<iframe");
    await page("/api/letters/previews/none", cookie, 404);
    expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
  });
});

import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Role } from "#app/identity/accounts/staff.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: new Date("2026-11-22T18:00:00Z") });

const nobodysId = "00000000-0000-4000-8000-000000000000";

describe("the team page", () => {
  test("shows who waits, who is in and who is invited, complete without scripting", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", name: "Ruth Calloway" });
    await account("pending", { email: "waits@example.com", isConfirmed: false });
    await signedIn(site.db, { role: "examiner", name: "Erin Examiner", hasAuthenticator: true });
    await post(cookie, { change: "invite", email: "New@example.com", role: "staff", ends: "" });

    const html = await page(cookie);
    expect(html).toMatch(/<h1>Team<\/h1>/);
    expect(html).toMatch(/Waiting for approval.*waits@example\.com.*Not confirmed yet.*Approve.*Decline/s);
    expect(html).toMatch(/Accounts.*Erin Examiner.*Examiner.*On.*Ruth Calloway.*You.*Owner.*Off/s);
    expect(html).toMatch(/Invitations.*new@example\.com.*Staff.*Ruth Calloway.*Send again.*Withdraw/s);
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("keeps in sight whose address is not confirmed, approved or not", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    expect(await page(cookie)).not.toContain("Not confirmed yet");
    await account("staff", { isConfirmed: false });
    expect(await page(cookie)).toMatch(/Accounts.*somebody@example\.com.*Address.*Not confirmed yet/s);
  });

  test("says that nobody waits and no invitation is open", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    expect(await page(cookie)).toMatch(/Nobody is waiting\..*No invitation is open\./s);
  });

  test("shows the team however many strangers sign up, and how many more wait", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", name: "Ruth Calloway" });
    await sql`
      insert into staff_users (id, name, email, email_verified, role)
      select 'stranger ' || n, 'Stranger', 'stranger' || n || '@example.com', false, 'pending'
      from generate_series(1, 1001) as n`.execute(site.db);
    const html = await page(cookie);
    expect(html).toContain("Ruth Calloway");
    expect(html.match(/stranger\d+@example\.com<\/b>/g)).toHaveLength(50);
    expect(html).toContain("951 more are waiting");
  });

  test("says to everybody but owners who can manage the team", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const response = await site.request("/admin/team", { headers: { cookie } });
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain("An owner of the practice can.");
    expect(html).not.toContain("Invite somebody");
  });
});

const forms = (id: string): Record<string, string>[] => [
  { change: "approve", of: id, role: "owner", ends: "" },
  { change: "decline", of: id },
  { change: "change", of: id, role: "owner", ends: "" },
  { change: "reset-second-factor", of: id },
  { change: "end-sessions", of: id },
  { change: "remove", of: id },
  { change: "second-factor-rules", "require-staff": "on" },
  { change: "invite", email: "new@example.com", role: "owner", ends: "" },
  { change: "send-again", of: nobodysId },
  { change: "withdraw", of: nobodysId },
];

describe("a change of the team", () => {
  test.each(["staff", "examiner", "pending"] as const)("is refused to %s, whatever it is", async (role) => {
    const { cookie } = await signedIn(site.db, { role });
    const id = await account("pending");
    for (const form of forms(id)) expect((await post(cookie, form)).status).toBe(403);
    expect(await roleOf(id)).toBe("pending");
    expect(await site.db.selectFrom("staffLinks").select("id").execute()).toEqual([]);
  });

  test("leads nobody without a session anywhere but to the sign-in screen", async () => {
    const id = await account("pending");
    for (const form of forms(id)) {
      const response = await post("", form);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/auth?to=%2Fadmin%2Fteam"]);
    }
    expect(await roleOf(id)).toBe("pending");
  });

  test("asks an owner for a fresh proof first, each of them, and does nothing yet", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", provedMinutesAgo: 11 });
    const id = await account("pending");
    for (const form of forms(id)) {
      const response = await post(cookie, form);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toMatch(
        /^\/auth\/prove\?to=%2Fadmin%2Fteam%3Fdraft%3D[\w-]+$/,
      );
    }
    expect(await roleOf(id)).toBe("pending");
    expect(await site.db.selectFrom("staffLinks").select("id").execute()).toEqual([]);
  });

  test("keeps what was chosen over the proof, unreadable on the way, and for nobody else", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", provedMinutesAgo: 11 });
    const form = { change: "invite", email: "new@example.com", role: "examiner", ends: "2026-12-31" };
    const location = (await post(cookie, form)).headers.get("location") ?? "";
    expect(location).not.toContain("example.com");
    const back = new URL(location, testSiteUrl).searchParams.get("to") ?? "";

    const html = await page(cookie, back);
    expect(html).toContain("What you had chosen stands below");
    expect(html).toContain('value="new@example.com"');
    expect(html).toMatch(/<option value="examiner" selected="">/);
    expect(html).toContain('value="2026-12-31"');
    const other = await signedIn(site.db, { role: "owner" });
    expect(await page(other.cookie, back)).not.toContain("new@example.com");
  });

  test("lets somebody in who waits", async () => {
    const { cookie, email } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    const response = await post(cookie, { change: "approve", of: id, role: "staff", ends: "" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin/team?done=approve"]);
    expect(await page(cookie, "/admin/team?done=approve")).toMatch(
      /role="status"[^>]*>The account was approved\./,
    );
    expect(await roleOf(id)).toBe("staff");
    expect(await audited("account-approved")).toEqual([{ actorEmail: email, subject: `account:${id}` }]);
  });

  test("lets an examiner in until the end of a day, by the practice's clocks", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    await post(cookie, { change: "approve", of: id, role: "examiner", ends: "2026-11-30" });
    const found = await site.db
      .selectFrom("staffUsers")
      .select(["role", "roleEndsAt"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(found).toEqual({ role: "examiner", roleEndsAt: new Date("2026-12-01T06:00:00Z") });
    expect(await page(cookie)).toContain("Examiner until Nov 30, 2026");
  });

  test("lets nobody's role but an examiner's end by itself", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    // The browser sends the day also where it is hidden, and whatever day it was.
    await post(cookie, { change: "approve", of: id, role: "staff", ends: "2026-11-01" });
    expect(await roleOf(id)).toBe("staff");
    expect(
      await site.db.selectFrom("staffUsers").select("roleEndsAt").where("id", "=", id).execute(),
    ).toEqual([{ roleEndsAt: null }]);
  });

  test.each([
    [{ role: "", ends: "" }, "Please choose a role"],
    [{ role: "pending", ends: "" }, "Please choose a role"],
    [{ role: "examiner", ends: "2026-11-21" }, "Please choose a day that is not over yet"],
    [{ role: "examiner", ends: "tomorrow" }, "Please choose a day that is not over yet"],
  ])("says what is wrong with %j, beside it", async (chosen, message) => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    const response = await post(cookie, { change: "approve", of: id, ...chosen });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toMatch(new RegExp(`class="error" id="\\w+-${id}-error">${message}`));
    // Also without scripting the focus is there, and not at the sentence far above.
    expect(html.match(/<[^>]* autofocus[^>]*>/g)).toEqual([expect.stringContaining('aria-invalid="true"')]);
    expect(html).toMatch(/role="alert"[^>]*>Nothing was changed yet/);
    expect(await roleOf(id)).toBe("pending");
  });

  test("gives another role, and shows it", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("staff");
    expect((await post(cookie, { change: "change", of: id, role: "owner", ends: "" })).status).toBe(303);
    expect(await roleOf(id)).toBe("owner");
  });

  test("takes somebody’s authenticator app away, who is out at the next request; once", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const locked = await signedIn(site.db, { role: "staff", hasAuthenticator: true, assurance: "aal2" });
    const html = await page(cookie);
    expect(html.match(/value="reset-second-factor"/g)).toHaveLength(1);
    const done = await post(cookie, { change: "reset-second-factor", of: locked.accountId });
    expect([done.status, done.headers.get("location")]).toEqual([
      303,
      "/admin/team?done=reset-second-factor",
    ]);
    expect((await site.request("/admin", { headers: { cookie: locked.cookie } })).status).toBe(302);
    expect(await page(cookie)).not.toContain('value="reset-second-factor"');

    const again = await post(cookie, { change: "reset-second-factor", of: locked.accountId });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("This account has no authenticator app and no passkey");
  });

  test("removes an account, which is out at its next request", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const leaving = await signedIn(site.db, { role: "staff" });
    await post(cookie, { change: "remove", of: leaving.accountId });
    const next = await site.request("/admin", { headers: { cookie: leaving.cookie } });
    expect([next.status, next.headers.get("location")]).toEqual([302, "/auth?because=ended"]);
  });

  test.each(["change", "remove"])("leaves the only owner, and says why: %s", async (change) => {
    const { cookie, accountId } = await signedIn(site.db, { role: "owner" });
    const response = await post(cookie, { change, of: accountId, role: "staff", ends: "" });
    expect(response.status).toBe(409);
    expect(await response.text()).toMatch(/role="alert"[^>]* autofocus[^>]*>This is the only owner\./);
    expect(await roleOf(accountId)).toBe("owner");
  });

  test.each([
    ["approve", "pending", undefined, "This account is gone"],
    ["decline", "pending", undefined, "This account is gone"],
    ["change", "staff", undefined, "This account is gone"],
    ["remove", "staff", undefined, "This account is gone"],
    ["approve", "pending", "examiner", "Somebody else has already decided"],
    ["decline", "pending", "examiner", "Somebody else has already decided"],
  ] as const)(
    "says so where somebody else was quicker: %s of %s that is %s by now",
    async (change, was, is, said) => {
      const { cookie } = await signedIn(site.db, { role: "owner" });
      const id = await account(was);
      if (is === undefined) await site.db.deleteFrom("staffUsers").where("id", "=", id).execute();
      else await site.db.updateTable("staffUsers").set({ role: is }).where("id", "=", id).execute();
      const response = await post(cookie, { change, of: id, role: "owner", ends: "" });
      expect(response.status).toBe(409);
      expect(await response.text()).toContain(said);
      expect(await roleOf(id)).toBe(is);
    },
  );

  test.each([
    [{}],
    [{ change: "promote", of: nobodysId }],
    [{ change: "remove" }],
    [{ change: "withdraw", of: "1; drop table staff_links" }],
  ])("that cannot be read is none: %j", async (form: Record<string, string>) => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const response = await post(cookie, form);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("We could not read that.");
  });

  test("is taken from our own pages alone", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    const response = await post(cookie, { change: "approve", of: id, role: "staff" }, "https://evil.example");
    expect(response.status).toBe(403);
    expect(await roleOf(id)).toBe("pending");
  });
});

describe("an invitation", () => {
  test("promises no email where none leaves, and says how its link is handed over", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const html = await page(cookie, "/admin/team?done=invite");
    expect(html).toContain("This server does not send email");
    expect(html).toContain("npm run staff -- link &lt;email&gt;");
    expect(html).not.toContain("on its way");
    expect(await page(cookie, "/admin/team?done=approve")).not.toContain("told by email");
  });

  test("is sent, sent again with another link, and withdrawn", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await post(cookie, { change: "invite", email: "new@example.com", role: "examiner", ends: "2026-12-31" });
    const first = await openInvitation();
    expect(first).toMatchObject({ email: "new@example.com", role: "examiner" });

    await post(cookie, { change: "send-again", of: first?.id ?? "" });
    const second = await openInvitation();
    expect(second).toMatchObject({ role: "examiner", roleEndsAt: first?.roleEndsAt });
    expect(second?.id).not.toBe(first?.id);

    const withdrawn = await post(cookie, { change: "withdraw", of: second?.id ?? "" });
    expect(withdrawn.headers.get("location")).toBe("/admin/team?done=withdraw");
    expect(await openInvitation()).toBeUndefined();
    expect(await audited("invitation-withdrawn")).toHaveLength(1);
  });

  test.each(["send-again", "withdraw"])("that is over cannot be changed any more: %s", async (change) => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await post(cookie, { change: "invite", email: "new@example.com", role: "staff", ends: "" });
    const id = (await openInvitation())?.id ?? "";
    await site.db.updateTable("staffLinks").set({ usedAt: new Date() }).execute();
    const response = await post(cookie, { change, of: id });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("This invitation is over");
    expect(await audited("invitation-withdrawn")).toEqual([]);
  });

  test("is not made for somebody who has an account", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await account("staff", { email: "known@example.com" });
    const form = { change: "invite", email: " Known@example.com ", role: "staff", ends: "" };
    const response = await post(cookie, form);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Somebody with this address has an account already.");
    expect(await openInvitation()).toBeUndefined();
  });

  test("is not made for somebody who waits already, and it says where they are approved", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await account("pending", { email: "known@example.com" });
    const form = { change: "invite", email: "known@example.com", role: "staff", ends: "" };
    const response = await post(cookie, form);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("please approve it under “Waiting for approval”");
    expect(await openInvitation()).toBeUndefined();
  });

  test("needs an address", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const response = await post(cookie, { change: "invite", email: "nobody", role: "staff", ends: "" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("Please enter a valid email address");
  });
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

async function account(role: Role, facts: { email?: string; isConfirmed?: boolean } = {}): Promise<string> {
  const { email = "somebody@example.com", isConfirmed = true } = facts;
  const { accountId } = await signedIn(site.db, { role, email });
  await site.db
    .updateTable("staffUsers")
    .set({ emailVerified: isConfirmed })
    .where("id", "=", accountId)
    .execute();
  return accountId;
}

async function roleOf(id: string): Promise<string | undefined> {
  const found = await site.db.selectFrom("staffUsers").select("role").where("id", "=", id).executeTakeFirst();
  return found?.role;
}

async function openInvitation() {
  return site.db
    .selectFrom("staffLinks")
    .select(["id", "email", "role", "roleEndsAt"])
    .where("usedAt", "is", null)
    .where("expiresAt", ">", (eb) => eb.fn<Date>("now"))
    .executeTakeFirst();
}

async function audited(action: string) {
  return site.db
    .selectFrom("auditEvents")
    .select(["actorEmail", "subject"])
    .where("action", "=", action)
    .execute();
}

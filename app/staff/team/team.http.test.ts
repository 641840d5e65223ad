import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Role } from "#app/identity/accounts/staff.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { aPerson, enter } from "#tests/kit/person-data.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ now: new Date("2026-11-22T18:00:00Z") });

const unknownId = "00000000-0000-4000-8000-000000000000";

describe("the team page", () => {
  test("lists pending accounts, the team and invitations without JavaScript", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", name: "Ruth Calloway" });
    await account("pending", { email: "pending@example.com", isConfirmed: false });
    await signedIn(site.db, { role: "examiner", name: "Erin Examiner", hasAuthenticator: true });
    await post(cookie, { change: "invite", email: "New@example.com", role: "staff", ends: "" });

    const html = await page(cookie);
    expect(html).toMatch(/<h1>Team<\/h1>/);
    expect(html).toMatch(/Waiting for approval.*pending@example\.com.*Not confirmed yet.*Approve.*Decline/s);
    expect(html).toMatch(/Accounts.*Erin Examiner.*Examiner.*On.*Ruth Calloway.*You.*Owner.*Off/s);
    expect(html).toMatch(/Invitations.*new@example\.com.*Staff.*Ruth Calloway.*Send again.*Withdraw/s);
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toMatch(/\sstyle="/);
  });

  test("marks an approved account whose address is not confirmed", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    expect(await page(cookie)).not.toContain("Not confirmed yet");
    await account("staff", { isConfirmed: false });
    expect(await page(cookie)).toMatch(/Accounts.*person@example\.com.*Address.*Not confirmed yet/s);
  });

  test("has empty states for pending accounts and invitations", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    expect(await page(cookie)).toMatch(/No accounts are waiting\..*No open invitations\./s);
  });

  test("lists the team despite many sign-ups by strangers, and limits the pending accounts", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", name: "Ruth Calloway" });
    await sql`
      insert into staff_users (id, name, email, email_verified, role)
      select 'stranger ' || n, 'Stranger', 'stranger' || n || '@example.com', false, 'pending'
      from generate_series(1, 1001) as n`.execute(site.db);
    const html = await page(cookie);
    expect(html).toContain("Ruth Calloway");
    expect(html.match(/stranger\d+@example\.com<\/b>/g)).toHaveLength(25);
    expect(html).toContain("25 on this page, and there are more.");
  });

  test("is forbidden to other roles, and says who has access", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const response = await site.request("/admin/team", { headers: { cookie } });
    expect(response.status).toBe(403);
    const html = await response.text();
    expect(html).toContain("Only owners can manage the team.");
    expect(html).not.toContain("Invite a colleague");
  });
});

const forms = (id: string): Record<string, string>[] => [
  { change: "approve", of: id, role: "owner", ends: "" },
  { change: "decline", of: id },
  { change: "change", of: id, role: "owner", ends: "" },
  { change: "reset-second-factor", of: id },
  { change: "end-sessions", of: id },
  { change: "remove", of: id },
  { change: "second-factor-rules", shown: "", "require-staff": "on" },
  { change: "invite", email: "new@example.com", role: "owner", ends: "" },
  { change: "send-again", of: unknownId },
  { change: "withdraw", of: unknownId },
];

describe("a team change", () => {
  test.each(["staff", "examiner", "pending"] as const)("is forbidden to %s accounts", async (role) => {
    const { cookie } = await signedIn(site.db, { role });
    const id = await account("pending");
    for (const form of forms(id)) expect((await post(cookie, form)).status).toBe(403);
    expect(await findRole(id)).toBe("pending");
    expect(await site.db.selectFrom("staffLinks").select("id").execute()).toEqual([]);
  });

  test("without a session redirects to the sign-in screen", async () => {
    const id = await account("pending");
    for (const form of forms(id)) {
      const response = await post("", form);
      expect([response.status, response.headers.get("location")]).toEqual([302, "/auth?to=%2Fadmin%2Fteam"]);
    }
    expect(await findRole(id)).toBe("pending");
  });

  test("requires recent authentication before anything changes", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", provedMinutesAgo: 11 });
    const id = await account("pending");
    for (const form of forms(id)) {
      const response = await post(cookie, form);
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toMatch(
        /^\/auth\/prove\?to=%2Fadmin%2Fteam%3Fdraft%3D[\w-]+$/,
      );
    }
    expect(await findRole(id)).toBe("pending");
    expect(await site.db.selectFrom("staffLinks").select("id").execute()).toEqual([]);
  });

  test("keeps the input during re-authentication, encrypted and for the same person only", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner", provedMinutesAgo: 11 });
    const form = { change: "invite", email: "new@example.com", role: "examiner", ends: "2026-12-31" };
    const location = (await post(cookie, form)).headers.get("location") ?? "";
    expect(location).not.toContain("example.com");
    const back = new URL(location, testSiteUrl).searchParams.get("to") ?? "";

    const html = await page(cookie, back);
    expect(html).toContain("Please review your change and submit it again");
    expect(html).toContain('value="new@example.com"');
    expect(html).toMatch(/<option value="examiner" selected="">/);
    expect(html).toContain('value="2026-12-31"');
    const other = await signedIn(site.db, { role: "owner" });
    expect(await page(other.cookie, back)).not.toContain("new@example.com");
  });

  test("approves a pending account", async () => {
    const { cookie, email } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    const response = await post(cookie, { change: "approve", of: id, role: "staff", ends: "" });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin/team?done=approve"]);
    expect(await page(cookie, "/admin/team?done=approve")).toMatch(
      /role="status"[^>]*>The account was approved\./,
    );
    expect(await findRole(id)).toBe("staff");
    expect(await listAuditEvents("account-approved")).toEqual([
      { actorEmail: email, subject: `account:${id}` },
    ]);
  });

  test("approves an examiner until the end of a day in the firm's time zone", async () => {
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

  test("ignores the last day for roles other than examiner", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    // The browser also submits the hidden field.
    await post(cookie, { change: "approve", of: id, role: "staff", ends: "2026-11-01" });
    expect(await findRole(id)).toBe("staff");
    expect(
      await site.db.selectFrom("staffUsers").select("roleEndsAt").where("id", "=", id).execute(),
    ).toEqual([{ roleEndsAt: null }]);
  });

  test.each([
    [{ role: "", ends: "" }, "Please choose a role"],
    [{ role: "pending", ends: "" }, "Please choose a role"],
    [{ role: "examiner", ends: "2026-11-21" }, "Please choose today or a later day"],
    [{ role: "examiner", ends: "tomorrow" }, "Please choose today or a later day"],
  ])("displays an error next to the field for %j", async (chosen, message) => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    const response = await post(cookie, { change: "approve", of: id, ...chosen });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toMatch(new RegExp(`class="error" id="\\w+-${id}-error">${message}`));
    // Without JavaScript, the field is focused too, and not the alert far above it.
    expect(html.match(/<[^>]* autofocus[^>]*>/g)).toEqual([expect.stringContaining('aria-invalid="true"')]);
    expect(html).toMatch(/role="alert"[^>]*>Nothing was changed\./);
    expect(await findRole(id)).toBe("pending");
  });

  test("changes a role", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("staff");
    expect((await post(cookie, { change: "change", of: id, role: "owner", ends: "" })).status).toBe(303);
    expect(await findRole(id)).toBe("owner");
  });

  test("resets a second factor once, which signs the person out", async () => {
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

  test("does not reset the owner's own second factor, which could be a thief with the password", async () => {
    const { cookie, accountId } = await signedIn(site.db, { role: "owner" });
    await addPasskey(site.db, accountId);
    const response = await post(cookie, { change: "reset-second-factor", of: accountId });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("You cannot reset your own second factor");
    expect(await site.db.selectFrom("staffPasskeys").select("id").execute()).toHaveLength(1);
  });

  test("asks before an account is removed, and says who loses their owner", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const leaving = await signedIn(site.db, { role: "staff" });
    await enter(site.db, aPerson("ada"));
    await site.db.updateTable("people").set({ ownerId: leaving.accountId }).execute();
    const html = await (await site.request("/admin/team", { headers: { cookie } })).text();
    expect(html.replaceAll("<!-- -->", "")).toMatch(
      /<details class="confirm"><summary>Remove account…(?:(?!<\/details>).)*1 person will have no owner\.(?:(?!<\/details>).)*value="remove"/s,
    );
  });

  test("removes an account, which is signed out at its next request", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const leaving = await signedIn(site.db, { role: "staff" });
    await post(cookie, { change: "remove", of: leaving.accountId });
    const next = await site.request("/admin", { headers: { cookie: leaving.cookie } });
    expect([next.status, next.headers.get("location")]).toEqual([302, "/auth?because=ended"]);
  });

  test.each(["change", "remove"])("is refused for the only owner, with the reason: %s", async (change) => {
    const { cookie, accountId } = await signedIn(site.db, { role: "owner" });
    const response = await post(cookie, { change, of: accountId, role: "staff", ends: "" });
    expect(response.status).toBe(409);
    expect(await response.text()).toMatch(/role="alert"[^>]* autofocus[^>]*>This is the only owner\./);
    expect(await findRole(accountId)).toBe("owner");
  });

  test.each([
    ["approve", "pending", undefined, "This account has already been removed"],
    ["decline", "pending", undefined, "This account has already been removed"],
    ["change", "staff", undefined, "This account has already been removed"],
    ["remove", "staff", undefined, "This account has already been removed"],
    ["approve", "pending", "examiner", "This account has already been approved"],
    ["decline", "pending", "examiner", "This account has already been approved"],
  ] as const)(
    "is refused if another owner was faster: %s of a %s account that is now %s",
    async (change, was, is, said) => {
      const { cookie } = await signedIn(site.db, { role: "owner" });
      const id = await account(was);
      if (is === undefined) await site.db.deleteFrom("staffUsers").where("id", "=", id).execute();
      else await site.db.updateTable("staffUsers").set({ role: is }).where("id", "=", id).execute();
      const response = await post(cookie, { change, of: id, role: "owner", ends: "" });
      expect(response.status).toBe(409);
      expect(await response.text()).toContain(said);
      expect(await findRole(id)).toBe(is);
    },
  );

  test.each([
    [{}],
    [{ change: "promote", of: unknownId }],
    [{ change: "remove" }],
    [{ change: "withdraw", of: "1; drop table staff_links" }],
  ])("is rejected if it is invalid: %j", async (form: Record<string, string>) => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const response = await post(cookie, form);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("This form could not be processed.");
  });

  test("is accepted from our own pages only", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const id = await account("pending");
    const response = await post(cookie, { change: "approve", of: id, role: "staff" }, "https://evil.example");
    expect(response.status).toBe(403);
    expect(await findRole(id)).toBe("pending");
  });
});

describe("an invitation", () => {
  test("promises no email without a mail server, and explains how to pass the link on", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    const html = await page(cookie, "/admin/team?done=invite");
    expect(html).toContain("This server does not send email");
    expect(html).toContain("the command “staff link &lt;email&gt;” prints");
    expect(html).not.toContain("Invitation sent");
    expect(await page(cookie, "/admin/team?done=approve")).not.toContain("notified the person by email");
  });

  test("is sent, resent with a new link, and withdrawn", async () => {
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
    expect(await listAuditEvents("invitation-withdrawn")).toHaveLength(1);
  });

  test.each(["send-again", "withdraw"])("that has ended cannot be changed: %s", async (change) => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await post(cookie, { change: "invite", email: "new@example.com", role: "staff", ends: "" });
    const id = (await openInvitation())?.id ?? "";
    await site.db.updateTable("staffLinks").set({ usedAt: new Date() }).execute();
    const response = await post(cookie, { change, of: id });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("This invitation has already ended");
    expect(await listAuditEvents("invitation-withdrawn")).toEqual([]);
  });

  test("is not created for an address with an account", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await account("staff", { email: "known@example.com" });
    const form = { change: "invite", email: " Known@example.com ", role: "staff", ends: "" };
    const response = await post(cookie, form);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("This address already has an account.");
    expect(await openInvitation()).toBeUndefined();
  });

  test("is not created for a pending account, and the error says where to approve it", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    await account("pending", { email: "known@example.com" });
    const form = { change: "invite", email: "known@example.com", role: "staff", ends: "" };
    const response = await post(cookie, form);
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Approve it under “Waiting for approval”");
    expect(await openInvitation()).toBeUndefined();
  });

  test("requires a valid address", async () => {
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
  const { email = "person@example.com", isConfirmed = true } = facts;
  const { accountId } = await signedIn(site.db, { role, email });
  await site.db
    .updateTable("staffUsers")
    .set({ emailVerified: isConfirmed })
    .where("id", "=", accountId)
    .execute();
  return accountId;
}

async function findRole(id: string): Promise<string | undefined> {
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

async function listAuditEvents(action: string) {
  return site.db
    .selectFrom("auditEvents")
    .select(["actorEmail", "subject"])
    .where("action", "=", action)
    .execute();
}

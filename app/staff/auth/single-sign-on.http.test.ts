import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { z } from "zod";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { createSiteBrowser } from "#tests/kit/site-browser.ts";
import { createProviderBrowser, startSignOnProvider } from "#tests/kit/sign-on-provider.ts";
import { cheapPasswords } from "#tests/kit/test-settings.ts";

const provider = await startSignOnProvider();
const site = testApp({ signOn: provider.settings });
const { behavior } = provider;
const password = "a password for tests";

beforeEach(() => provider.reset());
afterAll(() => provider.close());

describe("single sign-on", () => {
  test("creates an account that awaits approval, and notifies the owners", async () => {
    await signedIn(site.db, { role: "owner", email: "owner@example.com" });
    const browser = createSiteBrowser(site);
    const response = await signOn(browser);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin"]);
    expect((await browser.get("/admin")).status).toBe(403);
    const account = await findAccount("ruth@example.com");
    expect(account).toMatchObject({ name: "Ruth Alvarez", role: "pending", emailVerified: true });
    const emails = await site.db.selectFrom("letters").select(["kind", "recipient"]).execute();
    expect(emails).toEqual([{ kind: "account-waiting", recipient: "owner@example.com" }]);
    expect(await listAudit()).toEqual([
      "account-requested single sign-on",
      "address-confirmed ",
      "signed-in single sign-on",
      "access-refused ",
    ]);
  });

  test("signs in the person after approval, at the first level, and opens the requested page", async () => {
    const { browser, id } = await connected("staff");
    const response = await signOn(browser, { to: "/admin/people" });
    expect(response.headers.get("location")).toBe("/admin/people");
    expect((await browser.get("/admin/people")).status).toBe(200);
    const sessions = await site.db
      .selectFrom("staffSessions")
      .select("assurance")
      .where("userId", "=", id)
      .execute();
    expect(sessions).toEqual([{ assurance: "aal1" }]);
  });

  test("stores neither tokens nor the claims of the provider", async () => {
    await signOn(createSiteBrowser(site));
    const [row, ...others] = await site.db.selectFrom("staffAccounts").selectAll().execute();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ accountId: "ruth-1", providerId: provider.settings.issuer });
    const { password: hash, accessToken, refreshToken, idToken, scope } = row ?? {};
    expect([hash, accessToken, refreshToken, idToken, scope]).toEqual([null, null, null, null, null]);
    expect(JSON.stringify(site.logged)).not.toMatch(/ruth|eyJ|code=/);
  });

  test("continues at the provider without a redirect that the policy of the form would block", async () => {
    const response = await createSiteBrowser(site).post("/auth/single-sign-on", { intent: "sign-in" });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toContain("form-action 'none'");
    const url = readContinueUrl(html);
    expect(url.origin).toBe(provider.settings.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${testSiteUrl}/auth/single-sign-on/callback`,
    });
    expect(html).not.toContain("ruth");
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^practice\.sign-on=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test.each([
    ["another domain", { email: "ruth@example.org" }, "other-domain"],
    ["a longer domain", { email: "ruth@evil-example.com" }, "other-domain"],
    ["a subdomain", { email: "ruth@mail.example.com" }, "other-domain"],
    ["an unverified address", { isEmailVerified: false }, "unverified"],
  ])("refuses %s", async (_, changes, reason) => {
    Object.assign(behavior.person, changes);
    expect(await signOnNotice()).toBe(reason);
    expect(await countAccounts()).toBe(0);
    expect(await listAudit()).toEqual(["sign-in-failed single sign-on"]);
  });

  test("tells the person when the provider refuses", async () => {
    behavior.denies = true;
    expect(await signOnNotice()).toBe("denied");
  });

  test.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "another client" }],
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["an end in the past", { exp: Math.floor(Date.now() / 1000) - 600 }],
    ["another subject than that of the user info", { sub: "someone-else" }],
  ])("refuses a token with %s", async (_, changes) => {
    behavior.changeToken = (claims) => ({ ...claims, ...changes });
    expect(await signOnNotice()).toBe("invalid");
    expect(await countAccounts()).toBe(0);
  });

  test("refuses a token with the signature of another key", async () => {
    behavior.signsWithOtherKey = true;
    expect(await signOnNotice()).toBe("invalid");
  });

  test("refuses a response for another state, without a cookie, and a second time", async () => {
    const browser = createSiteBrowser(site);
    const callback = await reachCallback(browser);
    const otherState = callback.replace(/state=[^&]+/, "state=another");
    expect(readNotice(await createSiteBrowser(site).get(callback))).toBe("expired");
    const copy = browser.copy();
    expect(readNotice(await copy.get(otherState))).toBe("invalid");
    // The response removed the cookie, and a copy of the cookie meets a code that the provider has spent.
    expect(copy.cookies.has("practice.sign-on")).toBe(false);
    const replay = browser.copy();
    expect((await browser.get(callback)).headers.get("location")).toBe("/admin");
    expect(readNotice(await replay.get(callback))).toBe("invalid");
    expect(readNotice(await browser.copy().get(callback))).toBe("expired");
  });

  test("refuses a response that another browser has begun, even with a cookie of its own", async () => {
    const callback = await reachCallback(createSiteBrowser(site));
    const victim = createSiteBrowser(site);
    await victim.post("/auth/single-sign-on", { intent: "sign-in" });
    expect(readNotice(await victim.get(callback))).toBe("invalid");
  });

  test("says so if the provider is not available, while passwords of owners continue to work", async () => {
    const browser = createSiteBrowser(site);
    const callback = await reachCallback(browser);
    behavior.failsWith = 503;
    expect(readNotice(await browser.get(callback))).toBe("unavailable");
    await addOwner();
    expect((await signInWithPassword()).headers.get("location")).toBe("/admin");
  });

  test("opens only pages of the staff area afterwards", async () => {
    const { browser } = await connected("staff");
    for (const to of ["https://evil.example", "//evil.example", "/admin/../auth", "/auth/sign-out"]) {
      expect((await signOn(browser, { to })).headers.get("location")).toBe("/admin");
    }
  });

  test("does not connect an account by its address alone", async () => {
    await addOwner();
    behavior.person = { ...behavior.person, email: "owner@example.com" };
    expect(await signOnNotice()).toBe("account-exists");
    // The address of a former colleague that another person has been given.
    provider.reset();
    await connected("staff");
    behavior.person = { ...behavior.person, email: "ruth@example.com", subject: "another-person" };
    expect(await signOnNotice()).toBe("account-exists");
  });

  test("replaces an account that a stranger may have requested with the address", async () => {
    await site.postForm("/auth", { intent: "sign-up", email: "ruth@example.com", password });
    await signOn(createSiteBrowser(site));
    expect(await countAccounts()).toBe(1);
    expect(await findAccount("ruth@example.com")).toMatchObject({ emailVerified: true });
    const credentials = await site.db.selectFrom("staffAccounts").select("providerId").execute();
    expect(credentials).toEqual([{ providerId: provider.settings.issuer }]);
  });

  test("gives a person whose account was removed only a new account without permissions", async () => {
    const { browser, id } = await connected("staff");
    await site.db.deleteFrom("staffUsers").where("id", "=", id).execute();
    expect((await browser.get("/admin")).headers.get("location")).toContain("/auth");
    await signOn(browser);
    expect(await findAccount("ruth@example.com")).toMatchObject({ role: "pending" });
  });

  test("gives a person whose role has ended no access", async () => {
    const { browser, id } = await connected("examiner");
    await site.db
      .updateTable("staffUsers")
      .set({ roleEndsAt: sql`now() - interval '1 minute'` })
      .where("id", "=", id)
      .execute();
    await signOn(browser);
    expect((await browser.get("/admin/record")).status).toBe(403);
  });

  test("requires a code of an account with an authenticator app, unless the provider verified a second factor", async () => {
    const { browser, id } = await connected("staff");
    await addAuthenticator(id);
    const withoutFactor = await signOn(browser);
    expect(withoutFactor.headers.get("location")).toBe("/auth/prove?to=%2Fadmin");
    behavior.changeToken = (claims) => ({ ...claims, amr: ["pwd", "mfa"] });
    expect((await signOn(createSiteBrowser(site))).headers.get("location")).toBe("/admin");
    const levels = await site.db
      .selectFrom("staffSessions")
      .select("assurance")
      .orderBy("createdAt")
      .execute();
    expect(levels.map(({ assurance }) => assurance)).toEqual(["aal1", "aal2"]);
  });

  test("is the only way to sign in for a connected account, except for owners", async () => {
    const { id } = await connected("staff");
    const hash = await createPasswords(cheapPasswords).hash(password, "staff");
    await addPassword(id, hash);
    const refused = await signInWithPassword("ruth@example.com");
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Your account uses single sign-on.");
    await site.db.updateTable("staffUsers").set({ role: "owner" }).where("id", "=", id).execute();
    expect((await signInWithPassword("ruth@example.com")).status).toBe(303);
  });
});

describe("re-authentication at the provider", () => {
  test("renews a session, only if the person has signed in again", async () => {
    const { browser, id } = await connected("owner");
    await ageSession(id);
    expect((await browser.get("/admin/events/x/cancel")).headers.get("location")).toContain("/auth/prove");
    const screen = await (await browser.get("/auth/prove?to=/admin/team")).text();
    expect(screen).toContain('value="step-up"');
    expect(screen).not.toContain('type="password"');
    behavior.changeToken = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3_000 });
    const remembered = await signOn(browser, { intent: "step-up", to: "/admin/team" });
    expect(readNotice(remembered)).toBe("invalid");
    expect(await hasRecentAuthentication(id)).toBe(false);
    behavior.changeToken = undefined;
    const done = await signOn(browser, { intent: "step-up", to: "/admin/team" });
    expect(done.headers.get("location")).toBe("/admin/team");
    expect(await hasRecentAuthentication(id)).toBe(true);
    expect(await listAudit()).toEqual(
      expect.arrayContaining(["proof-failed single sign-on", "proof-given single sign-on"]),
    );
  });

  test("asks the provider to sign in the person again, and names no address in the URL", async () => {
    const { browser } = await connected("owner");
    const response = await browser.post("/auth/single-sign-on", { intent: "step-up" });
    const { searchParams } = readContinueUrl(await response.text());
    expect(Object.fromEntries(searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
    expect(searchParams.get("login_hint")).toBeNull();
  });

  test("refuses another person, and an account with an authenticator app", async () => {
    const { browser, id } = await connected("owner");
    await ageSession(id);
    behavior.person = { ...behavior.person, subject: "ada-1", email: "ada@example.com" };
    expect(readNotice(await signOn(browser, { intent: "step-up" }))).toBe("other-person");
    provider.reset();
    await addAuthenticator(id);
    expect(readNotice(await signOn(browser, { intent: "step-up" }))).toBe("code-required");
    expect(await hasRecentAuthentication(id)).toBe(false);
  });

  test("needs a session", async () => {
    const response = await createSiteBrowser(site).post("/auth/single-sign-on", { intent: "step-up" });
    expect(readNotice(response)).toBe("expired");
  });
});

describe("connecting an account", () => {
  test("needs recent authentication, the account’s address and a person who is not connected", async () => {
    const { accountId, cookie } = await signedIn(site.db, { role: "staff", email: "ruth@example.com" });
    const browser = createSiteBrowser(site, cookie);
    behavior.person.email = "ada@example.com";
    expect(readNotice(await signOn(browser, { intent: "connect" }))).toBe("other-person");
    provider.reset();
    const done = await signOn(browser, { intent: "connect" });
    expect(done.headers.get("location")).toBe("/admin/account?done=sign-on-connected");
    const page = await (await browser.get("/admin/account?done=sign-on-connected")).text();
    expect(page).toContain("Your account is connected to single sign-on.");
    const emails = await site.db.selectFrom("letters").select(["kind", "recipient"]).execute();
    expect(emails).toEqual([{ kind: "account-changed", recipient: "ruth@example.com" }]);
    await signOn(createSiteBrowser(site));
    expect((await findAccount("ruth@example.com"))?.id).toBe(accountId);
  });

  test("is refused without recent authentication", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", provedMinutesAgo: 20 });
    const response = await createSiteBrowser(site, cookie).post("/auth/single-sign-on", {
      intent: "connect",
    });
    expect(response.headers.get("location")).toBe("/admin/account?because=sign-on-expired");
  });
});

type SiteBrowser = ReturnType<typeof createSiteBrowser>;
type Start = { intent?: string; to?: string };

async function reachCallback(
  browser: SiteBrowser,
  { intent = "sign-in", to = "/admin" }: Start = {},
): Promise<string> {
  const begun = await browser.post(`/auth/single-sign-on?to=${encodeURIComponent(to)}`, { intent });
  return createProviderBrowser()(readContinueUrl(await begun.text()).href);
}

async function signOn(browser: SiteBrowser, start: Start = {}): Promise<Response> {
  return browser.get(await reachCallback(browser, start));
}

async function signOnNotice(): Promise<string | undefined> {
  return readNotice(await signOn(createSiteBrowser(site)));
}

function readNotice(response: Response): string | undefined {
  return /because=sign-on-([\w-]+)/.exec(response.headers.get("location") ?? "")?.[1];
}

function readContinueUrl(html: string): URL {
  return new URL(/href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
}

/** An account that was created by single sign-on and approved, and a browser with its session. */
async function connected(role: "owner" | "staff" | "examiner") {
  const browser = createSiteBrowser(site);
  await signOn(browser);
  const { id } = await site.db
    .updateTable("staffUsers")
    .set({ role })
    .where("email", "=", behavior.person.email)
    .returning("id")
    .executeTakeFirstOrThrow();
  return { browser, id };
}

async function addOwner(): Promise<void> {
  const passwords = createPasswords(cheapPasswords);
  const account = { name: "Owner", email: "owner@example.com", password, role: "owner" } as const;
  await addAccount({ db: site.db, passwords }, { ...account, actor: { kind: "shell" } });
}

async function addPassword(id: string, hash: string): Promise<void> {
  await sql`
    insert into staff_accounts (id, account_id, provider_id, user_id, password, has_long_password)
    values ('a password', ${id}, 'credential', ${id}, ${hash}, true)`.execute(site.db);
}

async function addAuthenticator(userId: string): Promise<void> {
  const row = { userId, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null };
  await site.db.insertInto("staffAuthenticators").values(row).execute();
}

function signInWithPassword(email = "owner@example.com"): Promise<Response> {
  return site.postForm("/auth", { intent: "sign-in", email, password });
}

function findAccount(email: string) {
  return site.db.selectFrom("staffUsers").selectAll().where("email", "=", email).executeTakeFirst();
}

async function countAccounts(): Promise<number> {
  return (await site.db.selectFrom("staffUsers").select("id").execute()).length;
}

async function ageSession(userId: string): Promise<void> {
  await site.db
    .updateTable("staffSessions")
    .set({ provedAt: sql`now() - interval '20 minutes'`, createdAt: sql`now() - interval '20 minutes'` })
    .where("userId", "=", userId)
    .execute();
}

async function hasRecentAuthentication(userId: string): Promise<boolean> {
  const rows = await site.db
    .selectFrom("staffSessions")
    .select(sql<boolean>`proved_at > now() - interval '1 minute'`.as("isRecent"))
    .where("userId", "=", userId)
    .execute();
  return rows.every(({ isRecent }) => isRecent);
}

const auditDetails = z.object({ with: z.string().optional(), by: z.string().optional() });

async function listAudit(): Promise<string[]> {
  const rows = await site.db.selectFrom("auditEvents").select(["action", "details"]).orderBy("id").execute();
  return rows.map(({ action, details }) => {
    const { with: method, by } = auditDetails.parse(details);
    return `${action} ${method ?? by ?? ""}`;
  });
}

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { countUntilOneIsLeft } from "#tests/kit/count-attempts.ts";
import { createFlowCookie } from "#app/identity/single-sign-on/flow-cookie.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { createSiteBrowser } from "#tests/kit/site-browser.ts";
import { startSignOnProvider } from "#tests/kit/sign-on-provider.ts";
import {
  addAuthenticator,
  addConnectedAccount,
  listAudit,
  reachCallback,
  readContinueUrl,
  readNotice,
  signOn,
} from "#tests/kit/sign-on-fixtures.ts";
import { cheapPasswords, testKeyRing } from "#tests/kit/test-settings.ts";

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
    expect(await listAudit(site.db)).toEqual([
      "account-requested single sign-on",
      "address-confirmed ",
      "signed-in single sign-on",
      "access-refused ",
    ]);
  });

  test("signs in the person after approval, at the first level, and opens the requested page", async () => {
    const { browser, id } = await addConnectedAccount(site, "staff");
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
    expect(await listAudit(site.db)).toEqual(["sign-in-failed single sign-on"]);
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

  test("limits the sign-ins of a network address", async () => {
    const keys = createIdentityKeys(testKeyRing);
    await withinOneWindow();
    const deps = { db: site.db, clock: systemClock, keys };
    await countUntilOneIsLeft(deps, "signOnsByAddress", "127.0.0.1");
    const browser = createSiteBrowser(site);
    const callback = await reachCallback(browser);
    expect(readNotice(await browser.get(callback))).toBe("too-many");
    expect(readNotice(await browser.post("/auth/single-sign-on", { intent: "sign-in" }))).toBe("too-many");
  });

  test("ends ten minutes after it began", async () => {
    const browser = createSiteBrowser(site);
    const cookie = createFlowCookie(createIdentityKeys(testKeyRing), testSiteUrl);
    const flow = { purpose: "sign-in", state: "s", nonce: "n", verifier: "v", to: "/admin" } as const;
    const now = Date.now();
    for (const [minutes, reason] of [
      [9, "invalid"],
      [11, "expired"],
    ] as const) {
      const set = cookie.write({ ...flow, startedAt: now - minutes * 60_000 });
      browser.cookies.set("practice.sign-on", /=([^;]+)/.exec(set)?.[1] ?? "");
      expect(readNotice(await browser.get("/auth/single-sign-on/callback?code=x&state=y"))).toBe(reason);
    }
  });

  test("opens only pages of the staff area afterwards", async () => {
    const { browser } = await addConnectedAccount(site, "staff");
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
    await addConnectedAccount(site, "staff");
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
    const { browser, id } = await addConnectedAccount(site, "staff");
    await site.db.deleteFrom("staffUsers").where("id", "=", id).execute();
    expect((await browser.get("/admin")).headers.get("location")).toContain("/auth");
    await signOn(browser);
    expect(await findAccount("ruth@example.com")).toMatchObject({ role: "pending" });
  });

  test("gives a person whose role has ended no access", async () => {
    const { browser, id } = await addConnectedAccount(site, "examiner");
    await site.db
      .updateTable("staffUsers")
      .set({ roleEndsAt: sql`now() - interval '1 minute'` })
      .where("id", "=", id)
      .execute();
    await signOn(browser);
    expect((await browser.get("/admin/record")).status).toBe(403);
  });

  test("requires a code of an account with an authenticator app, unless the provider verified a second factor", async () => {
    const { browser, id } = await addConnectedAccount(site, "staff");
    await addAuthenticator(site.db, id);
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
    const { id } = await addConnectedAccount(site, "staff");
    const hash = await createPasswords(cheapPasswords).hash(password, "staff");
    await addPassword(id, hash);
    const refused = await signInWithPassword("ruth@example.com");
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("Your account uses single sign-on.");
    await site.db.updateTable("staffUsers").set({ role: "owner" }).where("id", "=", id).execute();
    expect((await signInWithPassword("ruth@example.com")).status).toBe(303);
  });
});

async function signOnNotice(): Promise<string | undefined> {
  return readNotice(await signOn(createSiteBrowser(site)));
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

function signInWithPassword(email = "owner@example.com"): Promise<Response> {
  return site.postForm("/auth", { intent: "sign-in", email, password });
}

function findAccount(email: string) {
  return site.db.selectFrom("staffUsers").selectAll().where("email", "=", email).executeTakeFirst();
}

async function countAccounts(): Promise<number> {
  return (await site.db.selectFrom("staffUsers").select("id").execute()).length;
}

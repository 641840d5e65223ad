import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import {
  addAuthenticator,
  addConnectedAccount,
  listAudit,
  readContinueUrl,
  readNotice,
  signOn,
} from "#tests/kit/sign-on-fixtures.ts";
import { startSignOnProvider } from "#tests/kit/sign-on-provider.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { createSiteBrowser } from "#tests/kit/site-browser.ts";

const provider = await startSignOnProvider();
const site = testApp({ signOn: provider.settings });
const { behavior } = provider;

beforeEach(() => provider.reset());
afterAll(() => provider.close());

describe("re-authentication at the provider", () => {
  test("renews a session, only if the person has signed in again", async () => {
    const { browser, id } = await addConnectedAccount(site, "owner");
    await ageSession(id);
    expect((await browser.get("/admin/events/x/cancel")).headers.get("location")).toContain("/auth/prove");
    const screen = await (await browser.get("/auth/prove?to=/admin/team")).text();
    expect(screen).toContain('value="step-up"');
    expect(screen).not.toContain('type="password"');
    behavior.changeToken = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 300 });
    const remembered = await signOn(browser, { intent: "step-up", to: "/admin/team" });
    expect(readNotice(remembered)).toBe("invalid");
    expect(await hasRecentAuthentication(id)).toBe(false);
    behavior.changeToken = undefined;
    const done = await signOn(browser, { intent: "step-up", to: "/admin/team" });
    expect(done.headers.get("location")).toBe("/admin/team");
    expect(await hasRecentAuthentication(id)).toBe(true);
    expect(await listAudit(site.db)).toEqual(
      expect.arrayContaining(["proof-failed single sign-on", "proof-given single sign-on"]),
    );
  });

  test("is required after a sign-in for which the provider only remembered the person", async () => {
    const { browser, id } = await addConnectedAccount(site, "owner");
    expect(await hasRecentAuthentication(id)).toBe(true);
    for (const authTime of [Math.floor(Date.now() / 1000) - 300, undefined]) {
      behavior.changeToken = (claims) => ({ ...claims, auth_time: authTime });
      expect((await signOn(browser)).headers.get("location")).toBe("/admin");
      expect(await hasRecentAuthentication(id)).toBe(false);
    }
    expect((await browser.get("/admin/events/new")).headers.get("location")).toContain("/auth/prove");
  });

  test("asks the provider to sign in the person again, and names no address in the URL", async () => {
    const { browser } = await addConnectedAccount(site, "owner");
    const response = await browser.post("/auth/single-sign-on", { intent: "step-up" });
    const { searchParams } = readContinueUrl(await response.text());
    expect(Object.fromEntries(searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
    expect(searchParams.get("login_hint")).toBeNull();
  });

  test("refuses another person, and an account with an authenticator app", async () => {
    const { browser, id } = await addConnectedAccount(site, "owner");
    await ageSession(id);
    behavior.person = { ...behavior.person, subject: "ada-1", email: "ada@example.com" };
    expect(readNotice(await signOn(browser, { intent: "step-up" }))).toBe("other-person");
    provider.reset();
    await addAuthenticator(site.db, id);
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
    const accounts = await site.db.selectFrom("staffUsers").select("id").execute();
    expect(accounts).toEqual([{ id: accountId }]);
  });

  test("is refused without recent authentication", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", provedMinutesAgo: 20 });
    const response = await createSiteBrowser(site, cookie).post("/auth/single-sign-on", {
      intent: "connect",
    });
    expect(response.headers.get("location")).toBe("/admin/account?because=sign-on-expired");
  });
});

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

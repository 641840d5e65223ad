import { cheapPasswords } from "#tests/kit/test-settings.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { hashPassword, verifyPassword } from "#app/identity/passwords/hash-password.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { addPasskey, generateCode, readAuthenticatorKey, readCookies } from "#tests/kit/sign-in-fixtures.ts";
import { accountActions } from "./account-actions.ts";

const now = new Date("2026-11-20T18:00:00Z");
const site = testApp({ now });
const path = "/admin/account";
const password = "a password for tests";

describe("the account page", () => {
  test.each<[Role | "signed out", number]>([
    ["signed out", 302],
    ["pending", 403],
    ["examiner", 200],
    ["staff", 200],
    ["owner", 200],
  ])("responds to %s with %i", async (role, status) => {
    const cookie = role === "signed out" ? "" : (await signedIn(site.db, { role })).cookie;
    const response = await site.request(path, { headers: { cookie } });
    expect(response.status).toBe(status);
    if (role === "pending") expect(await response.text()).toContain("Your account is waiting");
    if (status === 200) expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("is complete without JavaScript and contains no session token or public key", async () => {
    const ruth = await signedIn(site.db, {
      role: "examiner",
      name: "Ruth Calloway",
      email: "ruth@example.com",
    });
    await addPasskey(site.db, ruth.accountId, { id: "phone" });
    const html = await page(ruth.cookie);
    expect(html).toContain("<h1>Your Account</h1>");
    expect(html).toContain('value="Ruth Calloway"');
    expect(html).toContain("ruth@example.com");
    expect(html).toContain("This session");
    expect(html).toContain("198.18.0.1");
    expect(html).toContain("Passkey name");
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toMatch(/\sstyle="/);
    const { token } = await site.db.selectFrom("staffSessions").select("token").executeTakeFirstOrThrow();
    expect(html).not.toContain(token);
    expect(html).not.toContain("a public key");
  });
});

describe("a change of sign-in credentials", () => {
  const guarded = [
    "change-password",
    "begin-authenticator",
    "confirm-authenticator",
    "remove-authenticator",
    "renew-recovery-codes",
    "remove-passkey",
  ];

  test.each(guarded)("%s requires recent authentication", async (intent) => {
    const ruth = await signedIn(site.db, { role: "owner", provedMinutesAgo: 11 });
    await addPasskey(site.db, ruth.accountId, { id: "phone" });
    const response = await post(ruth.cookie, { intent, passkey: "phone" });
    expect([response.status, response.headers.get("location")]).toEqual([
      302,
      "/auth/prove?to=%2Fadmin%2Faccount",
    ]);
    expect(await site.db.selectFrom("staffPasskeys").select("id").execute()).toHaveLength(1);
    expect(await site.db.selectFrom("staffAuthenticators").select("userId").execute()).toEqual([]);
    expect(await site.db.selectFrom("auditEvents").select("id").execute()).toEqual([]);
  });

  test.each(Object.keys(accountActions))("%s is refused to an account without a role", async (intent) => {
    const { cookie } = await signedIn(site.db, { role: "pending" });
    expect((await post(cookie, { intent })).status).toBe(403);
    expect((await post("", { intent })).headers.get("location")).toBe("/auth?to=%2Fadmin%2Faccount");
  });

  test("with an unknown action is rejected", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    expect((await post(cookie, { intent: "toString" })).status).toBe(400);
    expect((await post(cookie, {})).status).toBe(400);
    expect(
      (await site.postForm(path, { intent: "rename" }, { cookie, origin: "https://evil.example" })).status,
    ).toBe(403);
  });
});

describe("without JavaScript, the response focuses", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ["a name", { intent: "rename", name: " " }, /<input[^>]*name="name"[^>]*>/],
    [
      "the first of two passwords",
      { intent: "change-password", currentPassword: "", newPassword: "" },
      /<input[^>]*name="currentPassword"[^>]*>/,
    ],
    [
      "a passkey’s name",
      { intent: "rename-passkey", passkey: "phone", passkeyName: " " },
      /<input[^>]*name="passkeyName"[^>]*>/,
    ],
    [
      "the first step of the authenticator setup",
      { intent: "begin-authenticator" },
      /<p[^>]*data-next[^>]*>/,
    ],
    [
      "an error without a field",
      { intent: "rename-passkey", passkey: "another", passkeyName: "Mine" },
      /<p[^>]*role="alert"[^>]*>/,
    ],
  ])("%s", async (_, fields, element) => {
    const facts = { role: "staff", assurance: "aal2", hasLongPassword: true } as const;
    const { cookie, accountId } = await signedIn(site.db, facts);
    await addPasskey(site.db, accountId, { id: "phone" });
    const html = await (await post(cookie, fields)).text();
    expect(element.exec(html)?.[0]).toContain("autofocus");
    // The browser focuses the first element with the attribute.
    expect(html.indexOf("autofocus")).toBe(
      html.search(element) + (element.exec(html)?.[0].indexOf("autofocus") ?? 0),
    );
  });

  test("an incorrect code", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    await startSetup(cookie);
    const html = await (await post(cookie, { intent: "confirm-authenticator", code: "000000" })).text();
    expect(html.match(/<[^>]*autofocus[^>]*>/g)).toEqual([expect.stringContaining('name="code"')]);
  });
});

describe("the name", () => {
  test("is changed and confirmed", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", provedMinutesAgo: 11 });
    const response = await post(cookie, { intent: "rename", name: " Ruth Calloway " });
    expect([response.status, response.headers.get("location")]).toEqual([303, `${path}?done=name`]);
    const html = await page(cookie, "?done=name");
    expect(html).toContain('value="Ruth Calloway"');
    expect(html).toContain("Your name has been changed.");
    expect(await page(cookie, "?done=%3Cb%3E")).not.toContain("<b></b>");
  });

  test("is validated, and a rejected name stays in the field", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", name: "Ruth" });
    const response = await post(cookie, { intent: "rename", name: "x".repeat(201) });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("x".repeat(201));
  });
});

describe("the start page", () => {
  test("opens after signing in, unless another page was requested", async () => {
    const email = "start@example.com";
    const { cookie } = await signedIn(site.db, { role: "staff", email });
    const open = async (to: string): Promise<string | null> =>
      (await site.request(to, { headers: { cookie } })).headers.get("location");
    expect(await open("/auth")).toBe("/admin");
    const response = await post(cookie, { intent: "choose-start-page", startPage: "today" });
    expect(response.headers.get("location")).toBe(`${path}?done=start-page`);
    expect(await page(cookie)).toContain('<option value="today" selected="">');
    expect(await open("/auth")).toBe("/admin/today");
    expect(await open("/auth?to=%2Fadmin%2Fpeople")).toBe("/admin/people");
    expect((await post(cookie, { intent: "choose-start-page", startPage: "moon" })).status).toBe(400);
  });
});

describe("the password", () => {
  const changeTo = (newPassword: string) => ({ currentPassword: password, newPassword });
  test("is changed with the current password and ends every other session", async () => {
    const { id, cookie } = await withPassword();
    const other = await anotherSession(site.db, id);
    const fields = { currentPassword: password, newPassword: "copper limestone oak" };
    const response = await post(cookie, { intent: "change-password", ...fields });
    expect(response.headers.get("location")).toBe(`${path}?done=password`);
    expect(await isPassword("copper limestone oak")).toBe(true);
    // The previous session token is no longer valid.
    expect(await isSignedIn(cookie)).toBe(false);
    const renewed = readCookies(response);
    expect((await site.request(path, { headers: { cookie: other.cookie } })).headers.get("location")).toBe(
      "/auth?because=ended&to=%2Fadmin%2Faccount",
    );
    expect(await page(renewed, "?done=password")).toContain("You are signed out everywhere else.");
    expect(await queuedEmails()).toEqual(["account-changed"]);
  });

  test.each([
    [
      "the wrong current password",
      { currentPassword: "not this one", newPassword: "copper limestone oak" },
      "Incorrect password",
    ],
    ["a commonly guessed password", changeTo("passwordpassword"), "too common"],
    ["eleven characters", changeTo("qhvzt mbfjw"), "at least 12 characters"],
    ["nothing", { currentPassword: "", newPassword: "" }, "Please enter your password"],
  ])("is not changed by %s, and the response contains neither password", async (_, fields, error) => {
    const { cookie } = await withPassword();
    const response = await post(cookie, { intent: "change-password", ...fields });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain(error);
    expect(html).not.toContain("copper limestone");
    expect(html).not.toContain("not this one");
    expect(await isPassword(password)).toBe(true);
    expect(await queuedEmails()).toEqual([]);
  });

  test("cannot be guessed from an unattended screen", async () => {
    await withinOneWindow();
    const { cookie } = await withPassword();
    const guess = (at: number) => ({ currentPassword: `guess ${at}`, newPassword: "copper limestone oak" });
    const change = (at: number) => post(cookie, { intent: "change-password", ...guess(at) });
    const responses = await Promise.all(Array.from({ length: 11 }, (_, at) => change(at)));
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });
});

describe("an authenticator app", () => {
  test("is set up without JavaScript and then required in every other session", async () => {
    const ruth = await signedIn(site.db, { role: "staff" });
    const other = await anotherSession(site.db, ruth.accountId);
    const secret = await startSetup(ruth.cookie);

    const wrong = await post(ruth.cookie, { intent: "confirm-authenticator", code: "000000" });
    const again = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(again).toContain("Incorrect code.");
    expect(readAuthenticatorKey(again)).toBe(secret);

    const confirmed = await post(ruth.cookie, {
      intent: "confirm-authenticator",
      code: generateCode(secret, now),
    });
    const html = await confirmed.text();
    expect(confirmed.status).toBe(200);
    expect(readCodes(html)).toHaveLength(10);
    expect(html).toContain("Sessions");

    // The previous session token is no longer valid.
    const cookie = readCookies(confirmed);
    const old = await site.request(path, { headers: { cookie: ruth.cookie } });
    expect(old.headers.get("location")).toBe("/auth?because=ended&to=%2Fadmin%2Faccount");
    const later = await page(cookie);
    expect(later).toContain("10 recovery codes left");
    for (const code of readCodes(html)) expect(later).not.toContain(code);
    const led = await site.request("/admin", { headers: { cookie: other.cookie } });
    expect(led.headers.get("location")).toBe("/auth/prove?to=%2Fadmin");
  });

  test("cannot be replaced before it is removed", async () => {
    const { cookie, accountId } = await signedIn(site.db, {
      role: "staff",
      assurance: "aal2",
      hasAuthenticator: true,
    });
    const response = await post(cookie, { intent: "begin-authenticator" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Remove it before");
    const stored = await site.db.selectFrom("staffAuthenticators").select("sealedSecret").execute();
    expect(stored).toEqual([{ sealedSecret: "sealed" }]);
    expect(accountId).not.toBe("");
  });

  test("gets new recovery codes and is removed", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff", assurance: "aal2", hasAuthenticator: true });
    const renewed = await post(cookie, { intent: "renew-recovery-codes" });
    expect(readCodes(await renewed.text())).toHaveLength(10);
    const removed = await post(cookie, { intent: "remove-authenticator" });
    expect(removed.headers.get("location")).toBe(`${path}?done=authenticator-removed`);
    const html = await page(cookie);
    expect(html).toContain("Set up an authenticator app");
    expect((await post(cookie, { intent: "renew-recovery-codes" })).status).toBe(409);
    expect(await queuedEmails()).toEqual(["account-changed", "account-changed"]);
  });
});

describe("sessions", () => {
  test("that are ended are rejected at the next request", async () => {
    const ruth = await signedIn(site.db, { role: "staff", provedMinutesAgo: 11 });
    const first = await anotherSession(site.db, ruth.accountId);
    const second = await anotherSession(site.db, ruth.accountId);
    const ended = await post(ruth.cookie, { intent: "end-session", session: first.sessionId });
    expect(ended.headers.get("location")).toBe(`${path}?done=session-ended`);
    expect(await isSignedIn(first.cookie)).toBe(false);
    expect(await isSignedIn(second.cookie)).toBe(true);
    await post(ruth.cookie, { intent: "end-other-sessions" });
    expect(await isSignedIn(second.cookie)).toBe(false);
    expect(await isSignedIn(ruth.cookie)).toBe(true);
  });

  test("of other accounts cannot be ended", async () => {
    const ruth = await signedIn(site.db, { role: "owner" });
    const joan = await signedIn(site.db, { role: "staff" });
    const answer = await post(ruth.cookie, { intent: "end-session", session: joan.sessionId });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("That session has already ended.");
    await post(ruth.cookie, { intent: "end-other-sessions" });
    expect(await isSignedIn(joan.cookie)).toBe(true);
  });
});

describe("passkeys", () => {
  test("are renamed and removed", async () => {
    const ruth = await signedIn(site.db, { role: "staff", assurance: "aal2" });
    await addPasskey(site.db, ruth.accountId, { id: "phone" });
    const renamed = await post(ruth.cookie, {
      intent: "rename-passkey",
      passkey: "phone",
      passkeyName: "My phone",
    });
    expect(renamed.headers.get("location")).toBe(`${path}?done=passkey-renamed`);
    expect(await page(ruth.cookie)).toContain("My phone");
    const nameless = await post(ruth.cookie, {
      intent: "rename-passkey",
      passkey: "phone",
      passkeyName: " ",
    });
    expect(nameless.status).toBe(422);
    expect(await nameless.text()).toContain("Please enter a name for the passkey");
    await post(ruth.cookie, { intent: "remove-passkey", passkey: "phone" });
    expect(await page(ruth.cookie, "?done=passkey-removed")).toContain("You have no passkeys.");
  });

  test("of other accounts cannot be renamed or removed", async () => {
    const [ruth, joan] = [
      await signedIn(site.db, { role: "owner" }),
      await signedIn(site.db, { role: "staff" }),
    ];
    await addPasskey(site.db, joan.accountId, { id: "hers" });
    const renamed = await post(ruth.cookie, {
      intent: "rename-passkey",
      passkey: "hers",
      passkeyName: "mine",
    });
    expect(renamed.status).toBe(404);
    const removed = await post(ruth.cookie, { intent: "remove-passkey", passkey: "hers" });
    expect(removed.status).toBe(404);
    expect(await removed.text()).toContain("That passkey has already been removed.");
    expect(await site.db.selectFrom("staffPasskeys").select("name").execute()).toEqual([{ name: null }]);
  });
});

function post(cookie: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, { cookie, origin: testSiteUrl });
}

async function page(cookie: string, query = ""): Promise<string> {
  const response = await site.request(path + query, { headers: { cookie } });
  expect(response.status).toBe(200);
  return response.text();
}

async function isSignedIn(cookie: string): Promise<boolean> {
  return (await site.request(path, { headers: { cookie } })).status === 200;
}

async function withPassword(): Promise<{ id: string; cookie: string }> {
  const added = await addAccount(
    { db: site.db, passwords: { hash: (chosen) => hashPassword(chosen, cheapPasswords) } },
    { name: "Ruth", email: "ruth@example.com", password, role: "staff", actor: { kind: "shell" } },
  );
  if (!added.ok) throw new Error("The account could not be added.");
  return { id: added.id, cookie: (await anotherSession(site.db, added.id)).cookie };
}

async function isPassword(text: string): Promise<boolean> {
  const stored = await site.db.selectFrom("staffAccounts").select("password").executeTakeFirstOrThrow();
  return verifyPassword(stored.password ?? "", text);
}

async function startSetup(cookie: string): Promise<string> {
  const html = await (await post(cookie, { intent: "begin-authenticator" })).text();
  expect(html).toMatch(/<svg[^>]*role="img"/);
  expect(html).not.toMatch(/\sstyle="/);
  return readAuthenticatorKey(html);
}

function readCodes(html: string): string[] {
  return Array.from(
    html.matchAll(/<code>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})<\/code>/g),
    ([, code = ""]) => code,
  );
}

async function queuedEmails(): Promise<string[]> {
  const rows = await site.db.selectFrom("letters").select("kind").orderBy("id").execute();
  return rows.map(({ kind }) => kind);
}

import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { systemClock } from "#app/platform/clock.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { cheapPasswords, testKeyRing } from "#tests/kit/test-settings.ts";

const site = testApp();
const password = "a password for tests";
const email = "person@example.com";

describe("the sign-in screen", () => {
  test("works without JavaScript, loads one script of our own, and is not cached", async () => {
    const response = await site.request("/auth");
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect(response.headers.get("content-security-policy")).toMatch(/;script-src 'self';/);
    expect(html.match(/<script(?! type="application\/ld)/g)).toHaveLength(1);
    expect(html).toMatch(/<script type="module" src="\/assets\/sign-in-[\w-]+\.js"><\/script>/);
    expect(html).not.toMatch(/\sstyle="|\son\w+="/);
    expect((await site.request("/auth.data")).status).toBe(404);
  });

  test("has a separate URL for its second tab", async () => {
    const html = await getText("/auth?tab=sign-up");
    expect(html).toMatch(/<section id="sign-in"[^>]* hidden="">/);
    expect(html).not.toMatch(/<section id="sign-up"[^>]* hidden="">/);
  });

  test("redirects people with a session", async () => {
    const plain = await signedIn(site.db, { role: "staff" });
    expect(await getRedirect("/auth", plain.cookie)).toBe("303 /admin");
    const partial = await signedIn(site.db, { role: "staff", hasAuthenticator: true });
    expect(await getRedirect("/auth", partial.cookie)).toBe("303 /auth/prove?to=%2Fadmin");
    const complete = await signedIn(site.db, { role: "staff", hasAuthenticator: true, assurance: "aal2" });
    expect(await getRedirect("/auth", complete.cookie)).toBe("303 /admin");
    const ended = await signedIn(site.db, { role: "staff", endsInMinutes: -1 });
    expect(await getRedirect("/auth", ended.cookie)).toBe("200 null");
    expect(await getRedirect("/auth", "practice.session_token=forged.AAAA")).toBe("200 null");
  });

  test("displays why the person was redirected, in predefined wording only", async () => {
    expect(await getText("/auth?because=codes")).toMatch(
      /role="alert"[^>]*>You were signed out after too many incorrect codes/,
    );
    expect(await getText("/auth?because=made")).toMatch(/role="status"[^>]*>Your account is ready\./);
    expect(await getText("/auth?because=ended")).toMatch(/role="status"[^>]*>You have been signed out\./);
    for (const because of ["nonsense", "constructor", "<b>You have won</b>"]) {
      expect(await getText(`/auth?because=${encodeURIComponent(because)}`)).not.toContain('role="alert"');
    }
  });

  test("rejects bodies other than forms, and forms of other sites", async () => {
    expect((await site.postJson("/auth", {}, { origin: testSiteUrl })).status).toBe(415);
    expect((await site.postForm("/auth", {}, { origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("signing in", () => {
  test("opens the dashboard and sets cookies that scripts cannot read", async () => {
    await account();
    const response = await signIn(password);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin"]);
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await getRedirect("/auth", readCookies(response))).toBe("303 /admin");
  });

  test("requests the second factor if there is one", async () => {
    const id = await account();
    const authenticator = { userId: id, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null };
    await site.db.insertInto("staffAuthenticators").values(authenticator).execute();
    expect((await signIn(password)).headers.get("location")).toBe("/auth/prove?to=%2Fadmin");
  });

  test("returns to the page that required a sign-in", async () => {
    const id = await account();
    const redirected = await site.request("/admin/people?q=avery");
    const screen = redirected.headers.get("location") ?? "";
    expect(screen).toBe("/auth?to=%2Fadmin%2Fpeople");
    expect(await getText(screen)).toContain('action="/auth?to=%2Fadmin%2Fpeople"');
    const wrong = await signInAt(screen, "not this one, I am afraid");
    expect(await wrong.text()).toContain('action="/auth?to=%2Fadmin%2Fpeople"');
    const right = await signInAt(screen, password);
    expect(right.headers.get("location")).toBe("/admin/people");
    // Another tab was redirected to the screen too.
    expect(await getRedirect(screen, readCookies(right))).toBe("303 /admin/people");

    const authenticator = { userId: id, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null };
    await site.db.insertInto("staffAuthenticators").values(authenticator).execute();
    const half = await signInAt(screen, password);
    const prove = "/auth/prove?to=%2Fadmin%2Fpeople";
    expect(half.headers.get("location")).toBe(prove);
    expect(await getRedirect(screen, readCookies(half))).toBe(`303 ${prove}`);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/admin",
    "/admin/../x",
    "/api/session",
  ])("does not redirect to %s", async (to) => {
    await account();
    const screen = `/auth?to=${encodeURIComponent(to)}`;
    expect(await getText(screen)).not.toContain("evil");
    expect((await signInAt(screen, password)).headers.get("location")).toBe("/admin");
  });

  test("opens the dashboard after a sign-out", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const signedOut = await site.postForm("/auth/sign-out", {}, { cookie });
    expect(signedOut.headers.get("location")).toBe("/auth");
  });

  test("returns to a page even if the role does not permit it, so that the page can say so", async () => {
    const { cookie } = await signedIn(site.db, { role: "pending" });
    expect(await getRedirect("/auth?to=%2Fadmin%2Fteam", cookie)).toBe("303 /admin/team");
    expect((await site.request("/admin/team", { headers: { cookie } })).status).toBe(403);
  });

  test("keeps the email, but never the password, after a failure", async () => {
    await account();
    const response = await signIn("not this one, I am afraid");
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toMatch(/role="alert"[^>]*>Invalid email or password\. Please try again\.</);
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain("not this one");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("has an identical response for an unknown address", async () => {
    await account();
    const known = await (await signIn("not this one, I am afraid")).text();
    await site.db.deleteFrom("staffUsers").execute();
    const unknown = await signIn("not this one, I am afraid");
    expect(unknown.status).toBe(401);
    expect(await unknown.text()).toBe(known);
  });

  test("requires both fields", async () => {
    const response = await site.postForm("/auth", { email: "", password: "" });
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(/Please enter your email address.*Please enter your password/s);
  });

  test("explains the attempt limit, which does not apply to a known browser", async () => {
    await withinOneWindow();
    await account();
    const device = readCookies(await signIn(password));
    for (let tries = 1; tries < 10; tries += 1) await signIn("guessed");
    const refused = await signIn(password);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(
      /wait ten minutes, or reset your password with “Forgot your password\?”/,
    );
    expect((await signIn(password, device)).status).toBe(303);
  });

  test("reveals that an address is unconfirmed only with the correct password", async () => {
    await signUp();
    const guessed = await signIn("not this one, I am afraid");
    expect(guessed.status).toBe(401);
    expect(await guessed.text()).not.toContain("Resend the link");
    const known = await signIn(password);
    expect(known.status).toBe(403);
    expect(known.headers.getSetCookie().join()).not.toContain("session_token");
    expect(await known.text()).toMatch(/Your email address is not confirmed yet\..*Resend the link/s);
  });
});

describe("a resent confirmation link", () => {
  test("replaces the previous one", async () => {
    await signUp();
    const response = await resend();
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/role="status"[^>]*>Check your email for the confirmation link!</);
    const links = await site.db
      .selectFrom("staffLinks")
      .select(({ eb }) => eb("expiresAt", ">", new Date()).as("isOpen"))
      .execute();
    expect(links.filter(({ isOpen }) => isOpen === true)).toHaveLength(1);
    expect(links).toHaveLength(2);
  });

  test("is not sent to confirmed or unknown addresses, and the response is the same", async () => {
    await account();
    const known = await (await resend()).text();
    await site.db.deleteFrom("staffUsers").execute();
    expect(await (await resend()).text()).toBe(known);
    expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
  });

  test("is limited to one a day after the first, and the response does not reveal it", async () => {
    await withinOneWindow();
    await signUp();
    const responses = [];
    for (let tries = 1; tries <= 5; tries += 1) responses.push(await (await resend()).text());
    expect(new Set(responses).size).toBe(1);
    expect(await site.db.selectFrom("staffLinks").select("id").execute()).toHaveLength(2);
  });

  test("and sign-ups share the limit across all spellings of a mailbox", async () => {
    await withinOneWindow();
    const spellings = [
      "victim+1@gmail.com",
      "v.ictim@gmail.com",
      "victim@googlemail.com",
      "VICTIM@ｇmail.com",
    ];
    for (const spelling of [...spellings, "victim+2@gmail.com"]) {
      const response = await post({ intent: "sign-up", email: spelling, password }, newAddress());
      expect(response.status).toBe(200);
      await post({ intent: "send-again", email: spelling }, newAddress());
    }
    const links = await site.db.selectFrom("letters").select("kind").execute();
    expect(links).toEqual(Array.from({ length: 2 }, () => ({ kind: "account-confirm" })));
  });
});

test("resent links are limited by client address", async () => {
  await withinOneWindow();
  const from = newAddress();
  const statuses = [];
  for (let at = 1; at <= 21; at += 1) {
    const response = await post({ intent: "send-again", email: `person-${at}@example.com` }, from);
    statuses.push(response.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});

describe("signing up", () => {
  test("creates a pending account, sends a link and stays on the screen", async () => {
    const response = await signUp();
    const html = await response.text();
    expect([response.status, response.headers.get("location")]).toEqual([200, null]);
    expect(html).toMatch(/role="status"[^>]*>Check your email for the confirmation link!</);
    expect(html).toMatch(/<section id="sign-in"[^>]* hidden="">/);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(
      await site.db.selectFrom("staffUsers").select(["email", "role", "emailVerified"]).execute(),
    ).toEqual([{ email, role: "pending", emailVerified: false }]);
    expect(await site.db.selectFrom("letters").select(["kind", "recipient"]).execute()).toEqual([
      { kind: "account-confirm", recipient: email },
    ]);
  });

  test("reports a registered address in the specified wording", async () => {
    await account();
    const response = await signUp({ email: email.toUpperCase() });
    expect(response.status).toBe(409);
    expect(await response.text()).toMatch(
      /role="alert"[^>]*>This email is already registered\. Please sign in instead\.</,
    );
  });

  test.each([
    ["five1", "Please use at least 6 characters"],
    ["password", "This password is too common."],
    [email, "This password is too common."],
    ["x".repeat(129), "Please use at most 128 characters"],
  ])("rejects the password %s", async (tried, sentence) => {
    const response = await signUp({ password: tried });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain(sentence);
    expect(html).toMatch(/<input id="new-password"[^>]* aria-describedby="new-password-error"/);
    if (tried !== email) expect(html).not.toContain(`value="${tried}"`);
    expect(await site.db.selectFrom("staffUsers").select("id").execute()).toEqual([]);
  });

  test("is limited by client address", async () => {
    await withinOneWindow();
    const from = newAddress();
    const statuses = [];
    for (let at = 1; at <= 11; at += 1) {
      const response = await signUp({ email: `person-${at}@example.com` }, from);
      statuses.push(response.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test("of others is not blocked by attempts that send no email", async () => {
    await withinOneWindow();
    await account();
    for (let at = 0; at < authenticationLimits.signUpsBySite.most; at += 1) {
      const response = await post({ intent: "sign-up", email, password }, newAddress());
      expect(response.status).toBe(409);
    }
    expect((await signUp({ email: "new-hire@example.com" }, newAddress())).status).toBe(200);
  });

  test("is limited for the whole site by the number of emails sent", async () => {
    await withinOneWindow();
    const deps = { db: site.db, clock: systemClock, keys: createIdentityKeys(testKeyRing) };
    for (let at = 1; at < authenticationLimits.signUpsBySite.most; at += 1) {
      await countAttempts(deps, [{ limit: "signUpsBySite", of: "site" }]);
    }
    for (let at = 1; at <= authenticationLimits.furtherSignUpsBySite.most; at += 1) {
      await countAttempts(deps, [{ limit: "furtherSignUpsBySite", of: "site" }]);
    }
    expect((await signUp({ email: "last@example.com" }, newAddress())).status).toBe(200);
    for (let at = 0; at < 5; at += 1) {
      expect((await signUp({ email: "one-more@example.com" }, newAddress())).status).toBe(429);
    }
    expect(await site.db.selectFrom("staffUsers").select("email").execute()).toEqual([
      { email: "last@example.com" },
    ]);
  });

  test("writes neither address nor password into the log", async () => {
    await signUp();
    await signIn(password);
    expect(JSON.stringify(site.logged)).not.toMatch(/person@example|a password for tests/);
  });
});

test("Quick Admin Access without JavaScript reports that there is no account, as specified", async () => {
  const response = await post({ intent: "quick-access" });
  expect(response.status).toBe(401);
  expect(await response.text()).toMatch(
    /role="alert"[^>]*>Auto-login account not found\. Please use manual sign up first\.</,
  );
});

describe("signing out", () => {
  test("ends the session itself, not only the cookie", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const response = await site.postForm("/auth/sign-out", {}, { cookie });
    expect(response.headers.get("clear-site-data")).toBe('"cache"');
    expect([response.status, response.headers.get("location")]).toEqual([303, "/auth"]);
    expect(response.headers.getSetCookie().join()).toContain("Max-Age=0");
    expect(await site.db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
  });

  test("requires a POST request", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    expect((await site.request("/auth/sign-out", { headers: { cookie } })).status).toBe(302);
    expect(await site.db.selectFrom("staffSessions").select("id").execute()).toHaveLength(1);
  });
});

async function account(): Promise<string> {
  const added = await addAccount(
    { db: site.db, passwords: createPasswords(cheapPasswords) },
    { name: "A staff member", email, password, role: "staff", actor: { kind: "shell" } },
  );
  if (!added.ok) throw new Error(added.reason);
  return added.id;
}

function signIn(tried: string, cookie = ""): Promise<Response> {
  return post({ intent: "sign-in", email, password: tried }, newAddress(), cookie);
}

function signInAt(screen: string, tried: string): Promise<Response> {
  return site.postForm(screen, { intent: "sign-in", email, password: tried }, {}, newAddress());
}

function signUp(changes: { email?: string; password?: string } = {}, from = newAddress()): Promise<Response> {
  return post({ intent: "sign-up", email, password, ...changes }, from);
}

function resend(): Promise<Response> {
  return post({ intent: "send-again", email });
}

/** @param from defaults to a new address, because attempts are limited by address */
function post(fields: Record<string, string>, from = newAddress(), cookie = ""): Promise<Response> {
  return site.postForm("/auth", fields, { cookie }, from);
}

async function getText(path: string): Promise<string> {
  return (await site.request(path)).text();
}

async function getRedirect(path: string, cookie: string): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  return `${response.status} ${response.headers.get("location")}`;
}

function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
}

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
import { guessLimits } from "#app/platform/limits.ts";
import { cheapPasswords, testKeyRing } from "#tests/kit/test-settings.ts";

const site = testApp();
const password = "a password for tests";
const email = "person@example.com";

describe("the screen of getting in", () => {
  test("is one form’s page without scripting, with one small script of our own, and nobody keeps it", async () => {
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

  test("has its second tab at an address of its own", async () => {
    const html = await textOf("/auth?tab=sign-up");
    expect(html).toMatch(/<section id="sign-in"[^>]* hidden="">/);
    expect(html).not.toMatch(/<section id="sign-up"[^>]* hidden="">/);
  });

  test("leads whoever has a session on to where they may go", async () => {
    const plain = await signedIn(site.db, { role: "staff" });
    expect(await leadsTo("/auth", plain.cookie)).toBe("303 /admin");
    const halfway = await signedIn(site.db, { role: "staff", hasAuthenticator: true });
    expect(await leadsTo("/auth", halfway.cookie)).toBe("303 /auth/prove?to=%2Fadmin");
    const whole = await signedIn(site.db, { role: "staff", hasAuthenticator: true, assurance: "aal2" });
    expect(await leadsTo("/auth", whole.cookie)).toBe("303 /admin");
    const ended = await signedIn(site.db, { role: "staff", endsInMinutes: -1 });
    expect(await leadsTo("/auth", ended.cookie)).toBe("200 null");
    expect(await leadsTo("/auth", "practice.session_token=forged.AAAA")).toBe("200 null");
  });

  test("says why somebody was led back, in our words and no others", async () => {
    expect(await textOf("/auth?because=codes")).toMatch(
      /role="alert"[^>]*>You were signed out after too many incorrect codes/,
    );
    expect(await textOf("/auth?because=made")).toMatch(/role="status"[^>]*>Your account is ready\./);
    expect(await textOf("/auth?because=ended")).toMatch(/role="status"[^>]*>You have been signed out\./);
    for (const because of ["nonsense", "constructor", "<b>You have won</b>"]) {
      expect(await textOf(`/auth?because=${encodeURIComponent(because)}`)).not.toContain('role="alert"');
    }
  });

  test("takes no other body than a form, and no form of another site", async () => {
    expect((await site.postJson("/auth", {}, { origin: testSiteUrl })).status).toBe(415);
    expect((await site.postForm("/auth", {}, { origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("signing in", () => {
  test("leads to the dashboard with a session that scripts cannot read", async () => {
    await account();
    const response = await signIn(password);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/admin"]);
    for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await leadsTo("/auth", cookiesOf(response))).toBe("303 /admin");
  });

  test("leads on to the second factor where there is one", async () => {
    const id = await account();
    const authenticator = { userId: id, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null };
    await site.db.insertInto("staffAuthenticators").values(authenticator).execute();
    expect((await signIn(password)).headers.get("location")).toBe("/auth/prove?to=%2Fadmin");
  });

  test("leads back to the page that somebody was led away from", async () => {
    const id = await account();
    const away = await site.request("/admin/people?q=avery");
    const screen = away.headers.get("location") ?? "";
    expect(screen).toBe("/auth?to=%2Fadmin%2Fpeople");
    expect(await textOf(screen)).toContain('action="/auth?to=%2Fadmin%2Fpeople"');
    const wrong = await signInAt(screen, "not this one, I am afraid");
    expect(await wrong.text()).toContain('action="/auth?to=%2Fadmin%2Fpeople"');
    const right = await signInAt(screen, password);
    expect(right.headers.get("location")).toBe("/admin/people");
    // Another tab was led to the screen as well.
    expect(await leadsTo(screen, cookiesOf(right))).toBe("303 /admin/people");

    const authenticator = { userId: id, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null };
    await site.db.insertInto("staffAuthenticators").values(authenticator).execute();
    const half = await signInAt(screen, password);
    const prove = "/auth/prove?to=%2Fadmin%2Fpeople";
    expect(half.headers.get("location")).toBe(prove);
    expect(await leadsTo(screen, cookiesOf(half))).toBe(`303 ${prove}`);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/admin",
    "/admin/../x",
    "/api/session",
  ])("leads to no other place: not to %s", async (to) => {
    await account();
    const screen = `/auth?to=${encodeURIComponent(to)}`;
    expect(await textOf(screen)).not.toContain("evil");
    expect((await signInAt(screen, password)).headers.get("location")).toBe("/admin");
  });

  test("after signing out on purpose leads to the dashboard", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    const left = await site.postForm("/auth/sign-out", {}, { cookie });
    expect(left.headers.get("location")).toBe("/auth");
  });

  test("leads somebody to the page even if it is not for them: the page says so itself", async () => {
    const { cookie } = await signedIn(site.db, { role: "pending" });
    expect(await leadsTo("/auth?to=%2Fadmin%2Fteam", cookie)).toBe("303 /admin/team");
    expect((await site.request("/admin/team", { headers: { cookie } })).status).toBe(403);
  });

  test("keeps the address, and never the password, when it fails", async () => {
    await account();
    const response = await signIn("not this one, I am afraid");
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toMatch(/role="alert"[^>]*>Invalid email or password\. Please try again\.</);
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain("not this one");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("answers the same, to the letter, for an address that nobody has", async () => {
    await account();
    const known = await (await signIn("not this one, I am afraid")).text();
    await site.db.deleteFrom("staffUsers").execute();
    const unknown = await signIn("not this one, I am afraid");
    expect(unknown.status).toBe(401);
    expect(await unknown.text()).toBe(known);
  });

  test("asks for what is missing", async () => {
    const response = await site.postForm("/auth", { email: "", password: "" });
    expect(response.status).toBe(422);
    expect(await response.text()).toMatch(/Please enter your email address.*Please enter your password/s);
  });

  test("says what to do after too many tries, and lets in whoever was here before", async () => {
    await withinOneWindow();
    await account();
    const device = cookiesOf(await signIn(password));
    for (let tries = 1; tries < 10; tries += 1) await signIn("guessed");
    const refused = await signIn(password);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toMatch(
      /wait ten minutes, or reset your password with “Forgot your password\?”/,
    );
    expect((await signIn(password, device)).status).toBe(303);
  });

  test("tells an address that was never confirmed only to whoever knows the password", async () => {
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

describe("the link that confirms an address", () => {
  test("is sent again, and ends the one before", async () => {
    await signUp();
    const response = await sendAgain();
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/role="status"[^>]*>Check your email for the confirmation link!</);
    const links = await site.db
      .selectFrom("staffLinks")
      .select(({ eb }) => eb("expiresAt", ">", new Date()).as("isOpen"))
      .execute();
    expect(links.filter(({ isOpen }) => isOpen === true)).toHaveLength(1);
    expect(links).toHaveLength(2);
  });

  test("is not sent to whoever has confirmed theirs, nor to nobody, and the answer is the same", async () => {
    await account();
    const known = await (await sendAgain()).text();
    await site.db.deleteFrom("staffUsers").execute();
    expect(await (await sendAgain()).text()).toBe(known);
    expect(await site.db.selectFrom("letters").select("id").execute()).toEqual([]);
  });

  test("goes to one mailbox three times a day, and the answer does not tell", async () => {
    await withinOneWindow();
    await signUp();
    const answers = [];
    for (let tries = 1; tries <= 5; tries += 1) answers.push(await (await sendAgain()).text());
    expect(new Set(answers).size).toBe(1);
    expect(await site.db.selectFrom("staffLinks").select("id").execute()).toHaveLength(3);
  });

  test("goes three times a day to a mailbox whose address is spelled in many ways, sign-ups included", async () => {
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
    expect(links).toEqual(Array.from({ length: 3 }, () => ({ kind: "account-confirm" })));
  });
});

test("a link is not sent again for ever to whatever address somebody types", async () => {
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
  test("sends a link and stays, with an account that may do nothing yet", async () => {
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

  test("says of an address that is registered what the specification says", async () => {
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
  ])("does not take the password %s", async (tried, sentence) => {
    const response = await signUp({ password: tried });
    const html = await response.text();
    expect(response.status).toBe(422);
    expect(html).toContain(sentence);
    expect(html).toMatch(/<input id="new-password"[^>]* aria-describedby="new-password-error"/);
    if (tried !== email) expect(html).not.toContain(`value="${tried}"`);
    expect(await site.db.selectFrom("staffUsers").select("id").execute()).toEqual([]);
  });

  test("is limited by address", async () => {
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
    for (let at = 0; at < guessLimits.signUpsBySite.most; at += 1) {
      const response = await post({ intent: "sign-up", email, password }, newAddress());
      expect(response.status).toBe(409);
    }
    expect((await signUp({ email: "new-hire@example.com" }, newAddress())).status).toBe(200);
  });

  test("is limited for all network addresses together by the emails that it sends", async () => {
    await withinOneWindow();
    const deps = { db: site.db, clock: systemClock, keys: createIdentityKeys(testKeyRing) };
    for (let at = 1; at < guessLimits.signUpsBySite.most; at += 1) {
      await countAttempts(deps, [{ limit: "signUpsBySite", of: "site" }]);
    }
    expect((await signUp({ email: "last@example.com" }, newAddress())).status).toBe(200);
    expect((await signUp({ email: "one-more@example.com" }, newAddress())).status).toBe(429);
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

test("Quick Admin Access without scripting says that there is no such account, as specified", async () => {
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

  test("is not done by opening its address", async () => {
    const { cookie } = await signedIn(site.db, { role: "staff" });
    expect((await site.request("/auth/sign-out", { headers: { cookie } })).status).toBe(302);
    expect(await site.db.selectFrom("staffSessions").select("id").execute()).toHaveLength(1);
  });
});

async function account(): Promise<string> {
  const added = await addAccount(
    { db: site.db, passwords: createPasswords(cheapPasswords) },
    { name: "A person of the practice", email, password, role: "staff", actor: { kind: "shell" } },
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

function sendAgain(): Promise<Response> {
  return post({ intent: "send-again", email });
}

/** @param from attempts are limited by address: each comes from its own */
function post(fields: Record<string, string>, from = newAddress(), cookie = ""): Promise<Response> {
  return site.postForm("/auth", fields, { cookie }, from);
}

async function textOf(path: string): Promise<string> {
  return (await site.request(path)).text();
}

async function leadsTo(path: string, cookie: string): Promise<string> {
  const response = await site.request(path, { headers: { cookie } });
  return `${response.status} ${response.headers.get("location")}`;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
}

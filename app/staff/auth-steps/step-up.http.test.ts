import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testApp } from "#tests/kit/app.ts";
import { cheapPasswords, testKeyRing } from "#tests/kit/test-settings.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { titleAndHeading } from "#tests/kit/title-and-heading.ts";

const now = new Date("2026-11-22T12:00:00Z");
const site = testApp({ now });
const keys = createIdentityKeys(testKeyRing);
const password = "a password for tests";
const stepUpForTeam = "/auth/prove?to=%2Fadmin%2Fteam%3Fdraft%3Dx";

describe("the step-up page", () => {
  test("redirects to the sign-in screen without a session", async () => {
    expect(await getRedirect(stepUpForTeam, "")).toBe("303 /auth?to=%2Fadmin%2Fteam");
    expect((await post(stepUpForTeam, { code: "123456" }, "")).headers.get("location")).toBe(
      "/auth?because=ended&to=%2Fadmin%2Fteam",
    );
  });

  test("redirects to the requested page after recent authentication", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    expect(await getRedirect(stepUpForTeam, cookie)).toBe("303 /admin/team?draft=x");
    expect(await getRedirect("/auth/prove?to=//evil.example", cookie)).toBe("303 /admin");
    expect(await getRedirect("/auth/prove", cookie)).toBe("303 /admin");
  });
});

describe("an account without an authenticator", () => {
  test("re-authenticates with its password and gets a new session token", async () => {
    const { cookie, email } = await withPassword();
    const page = await site.request(stepUpForTeam, { headers: { cookie } });
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(html).toMatch(/Confirm your identity.*autocomplete="username".*autocomplete="current-password"/is);
    expect(html).toContain(email);
    expect(html).not.toContain('name="code"');
    expect(html).toMatch(/action="\/auth\/sign-out"/);

    const verified = await post(stepUpForTeam, { password }, cookie);
    expect([verified.status, verified.headers.get("location")]).toEqual([303, "/admin/team?draft=x"]);
    const rotated = readCookies(verified);
    expect(await getRedirect(stepUpForTeam, rotated)).toBe("303 /admin/team?draft=x");
    // The previous session token is no longer valid.
    expect(await getRedirect(stepUpForTeam, cookie)).toBe("303 /auth?because=ended&to=%2Fadmin%2Fteam");
  });

  test("can retry after an incorrect password", async () => {
    const { cookie } = await withPassword();
    const response = await post(stepUpForTeam, { password: "another password" }, cookie);
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toMatch(/role="alert"[^>]*>Incorrect password\./);
    expect(titleAndHeading(html)).toEqual({
      title: "Confirm your identity",
      heading: "Confirm your identity",
    });
    expect(html).not.toContain("another password");
    expect((await post(stepUpForTeam, { password: "" }, cookie)).status).toBe(422);
  });

  test("is redirected within the staff area only", async () => {
    const { cookie } = await withPassword();
    const verified = await post("/auth/prove?to=https://evil.example/admin", { password }, cookie);
    expect(verified.headers.get("location")).toBe("/admin");
  });
});

describe("an account with an authenticator", () => {
  test("enters a numeric code or a recovery code", async () => {
    const { cookie } = await withAuthenticator();
    const html = await getText(stepUpForTeam, cookie);
    expect(html).toMatch(/Two-step verification.*name="code"/s);
    expect(titleAndHeading(html).title).toBe("Two-step verification");
    expect(html).toMatch(/<input id="code"[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/i);
    expect(html).not.toContain('type="password"');
    const [, other = ""] = /<a href="([^"]*recovery-code[^"]*)"/.exec(html) ?? [];
    const recovery = await getText(other.replaceAll("&amp;", "&"), cookie);
    expect(recovery).toMatch(/Recovery code.*<input id="code"[^>]*inputmode="text"/is);
    expect(recovery).toContain("draft%3Dx");
  });

  test("continues with a correct code once", async () => {
    const { cookie, accountId } = await withAuthenticator();
    const code = generateCode(secret);
    const verified = await post(stepUpForTeam, { code }, cookie);
    expect([verified.status, verified.headers.get("location")]).toEqual([303, "/admin/team?draft=x"]);
    const sessions = await site.db.selectFrom("staffSessions").select("assurance").execute();
    expect(sessions).toEqual([{ assurance: "aal2" }]);

    const elsewhere = await anotherSession(site.db, accountId);
    const replayed = await post(stepUpForTeam, { code }, elsewhere.cookie);
    expect(replayed.status).toBe(401);
    expect(await replayed.text()).toContain("This code is incorrect or has already been used.");
  });

  test("continues with a recovery code once", async () => {
    const { cookie, accountId } = await withAuthenticator();
    const digest = keys.recoveryCodeDigest(accountId, "7K3MQ9TX2VHD");
    await site.db.insertInto("staffRecoveryCodes").values({ userId: accountId, digest }).execute();
    const typed = { code: " 7k3m-q9tx 2vhd" };
    expect((await post(stepUpForTeam, typed, cookie)).status).toBe(303);
    const elsewhere = await anotherSession(site.db, accountId);
    const again = await post(`${stepUpForTeam}&recovery-code=`, typed, elsewhere.cookie);
    expect(again.status).toBe(401);
    expect(await again.text()).toContain(
      "This recovery code is incorrect or has already been used. Try another one.",
    );
  });

  test("is told when to retry after five wrong codes, and about a passkey only if it has one", async () => {
    const { cookie, accountId } = await withAuthenticator({ assurance: "aal2", provedMinutesAgo: 11 });
    for (let at = 1; at <= 5; at += 1) await post(stepUpForTeam, { code: "000000" }, cookie);
    const refused = await post(stepUpForTeam, { code: generateCode(secret) }, cookie);
    const html = await refused.text();
    expect(refused.status).toBe(429);
    expect(html).toMatch(/role="alert"[^>]*>Too many incorrect codes\. Sign out.*wait an hour\.</);
    expect(html).not.toContain("passkey instead");
    await addPasskey(accountId);
    const offered = await post(stepUpForTeam, { code: generateCode(secret) }, cookie);
    expect(await offered.text()).toMatch(/wait an hour\. You can use a passkey instead\.</);
  });

  test("is redirected to an explanation, not in a loop, at the daily limit of codes", async () => {
    const { accountId } = await withAuthenticator();
    const { codesByAccount, codesBySession } = authenticationLimits;
    let last: Response | undefined;
    for (let times = 0; times <= codesByAccount.most; times += codesBySession.most) {
      const { cookie } = await anotherSession(site.db, accountId);
      for (let at = 1; at <= codesBySession.most; at += 1) {
        last = await post(stepUpForTeam, { code: "000000" }, cookie);
        if (last.status === 303) break;
      }
    }
    expect(last?.headers.get("location")).toBe("/auth?because=spent&to=%2Fadmin%2Fteam");
    expect(await getText("/auth?because=spent", "")).toMatch(
      /role="alert"[^>]*>Too many incorrect codes were entered for this account today\..*Reset your password/,
    );
  });

  test("is signed out after the fifth wrong code, with the reason", async () => {
    const { cookie } = await withAuthenticator();
    const statuses: number[] = [];
    for (let at = 1; at <= 5; at += 1) {
      statuses.push((await post(stepUpForTeam, { code: "000000" }, cookie)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const last = await post(stepUpForTeam, { code: generateCode(secret) }, cookie);
    expect([last.status, last.headers.get("location")]).toEqual([
      303,
      "/auth?because=codes&to=%2Fadmin%2Fteam",
    ]);
    expect(await getRedirect(stepUpForTeam, cookie)).toBe("303 /auth?because=ended&to=%2Fadmin%2Fteam");
  });

  test("cannot re-authenticate with its password", async () => {
    const { cookie } = await withAuthenticator();
    const refused = await post(stepUpForTeam, { password }, cookie);
    expect(refused.headers.get("location")).toMatch(/^\/auth\?/);
    expect(await getRedirect("/admin", cookie)).toMatch(/^30\d \/auth\/prove/);
  });

  test("enters a new code when the last authentication is too old", async () => {
    const { cookie } = await withAuthenticator({ assurance: "aal2", provedMinutesAgo: 11 });
    expect(await getText(stepUpForTeam, cookie)).toMatch(/Confirm your identity.*name="code"/s);
  });
});

test("a passkey is offered to accounts that have one, and the button is hidden without JavaScript", async () => {
  const { cookie, accountId } = await withPassword();
  expect(await getText(stepUpForTeam, cookie)).not.toContain("Use a passkey");
  await addPasskey(accountId);
  const html = await getText(stepUpForTeam, cookie);
  expect(html).toMatch(/<div data-passkey="\/admin\/team\?draft=x"[^>]* hidden="">.*Use a passkey/s);
});

test("codes are not logged", async () => {
  const { cookie } = await withAuthenticator();
  await post(stepUpForTeam, { code: "918273" }, cookie);
  expect(JSON.stringify(site.logged)).not.toContain("918273");
});

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

function generateCode(base32: string): string {
  return new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: now.getTime() });
}

/** Creates a session whose last authentication was eleven minutes ago. */
async function withPassword() {
  const email = "ruth@example.com";
  const account = { name: "Ruth", email, password, role: "owner", actor: { kind: "shell" } } as const;
  const added = await addAccount({ db: site.db, passwords: createPasswords(cheapPasswords) }, account);
  if (!added.ok) throw new Error(added.reason);
  return {
    email,
    accountId: added.id,
    ...(await anotherSession(site.db, added.id, { provedMinutesAgo: 11 })),
  };
}

async function withAuthenticator(facts: { assurance?: "aal2"; provedMinutesAgo?: number } = {}) {
  const person = await signedIn(site.db, { role: "owner", ...facts });
  await site.db
    .insertInto("staffAuthenticators")
    .values({
      userId: person.accountId,
      sealedSecret: keys.seal(person.accountId, secret),
      confirmedAt: now,
      lastStep: null,
    })
    .execute();
  return person;
}

async function addPasskey(userId: string): Promise<void> {
  await site.db
    .insertInto("staffPasskeys")
    .values({
      id: "a passkey",
      name: null,
      publicKey: "key",
      userId,
      credentialId: "credential",
      counter: 0,
      deviceType: "multiDevice",
      backedUp: true,
      transports: null,
      aaguid: null,
    })
    .execute();
}

function post(path: string, fields: Record<string, string>, cookie: string): Promise<Response> {
  return site.postForm(path, fields, { cookie }, newAddress());
}

async function getText(path: string, cookie: string): Promise<string> {
  return (await site.request(path, { headers: { cookie } })).text();
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

import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { guessLimits } from "#app/platform/limits.ts";
import { testApp } from "#tests/kit/app.ts";
import { cheapPasswords, testKeyRing } from "#tests/kit/test-settings.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { titleAndHeading } from "#tests/kit/title-and-heading.ts";

const now = new Date("2026-11-22T12:00:00Z");
const site = testApp({ now });
const keys = createIdentityKeys(testKeyRing);
const password = "a password for tests";
const proveForTeam = "/auth/prove?to=%2Fadmin%2Fteam%3Fdraft%3Dx";

describe("whoever has nothing to prove", () => {
  test("is led to the sign-in screen without a session", async () => {
    expect(await leadsTo(proveForTeam, "")).toBe("303 /auth?to=%2Fadmin%2Fteam");
    expect((await post(proveForTeam, { code: "123456" }, "")).headers.get("location")).toBe(
      "/auth?because=ended&to=%2Fadmin%2Fteam",
    );
  });

  test("goes on where the last proof is fresh", async () => {
    const { cookie } = await signedIn(site.db, { role: "owner" });
    expect(await leadsTo(proveForTeam, cookie)).toBe("303 /admin/team?draft=x");
    expect(await leadsTo("/auth/prove?to=//evil.example", cookie)).toBe("303 /admin");
    expect(await leadsTo("/auth/prove", cookie)).toBe("303 /admin");
  });
});

describe("an account without an authenticator", () => {
  test("is asked for its password, and comes back with another token", async () => {
    const { cookie, email } = await withPassword();
    const page = await site.request(proveForTeam, { headers: { cookie } });
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(html).toMatch(/Confirm your identity.*autocomplete="username".*autocomplete="current-password"/is);
    expect(html).toContain(email);
    expect(html).not.toContain('name="code"');
    expect(html).toMatch(/action="\/auth\/sign-out"/);

    const proved = await post(proveForTeam, { password }, cookie);
    expect([proved.status, proved.headers.get("location")]).toEqual([303, "/admin/team?draft=x"]);
    const rotated = cookiesOf(proved);
    expect(await leadsTo(proveForTeam, rotated)).toBe("303 /admin/team?draft=x");
    // The old token is worth nothing any more.
    expect(await leadsTo(proveForTeam, cookie)).toBe("303 /auth?because=ended&to=%2Fadmin%2Fteam");
  });

  test("that types another password is told so, and is asked again", async () => {
    const { cookie } = await withPassword();
    const response = await post(proveForTeam, { password: "another password" }, cookie);
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toMatch(/role="alert"[^>]*>Incorrect password\./);
    expect(titleAndHeading(html)).toEqual({
      title: "Confirm your identity",
      heading: "Confirm your identity",
    });
    expect(html).not.toContain("another password");
    expect((await post(proveForTeam, { password: "" }, cookie)).status).toBe(422);
  });

  test("is led nowhere but to the staff area", async () => {
    const { cookie } = await withPassword();
    const proved = await post("/auth/prove?to=https://evil.example/admin", { password }, cookie);
    expect(proved.headers.get("location")).toBe("/admin");
  });
});

describe("an account with an authenticator", () => {
  test("is asked for a code, which digits alone are typed into, or for a recovery code", async () => {
    const { cookie } = await withAuthenticator();
    const html = await textOf(proveForTeam, cookie);
    expect(html).toMatch(/Two-step verification.*name="code"/s);
    expect(titleAndHeading(html).title).toBe("Two-step verification");
    expect(html).toMatch(/<input id="code"[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/i);
    expect(html).not.toContain('type="password"');
    const [, other = ""] = /<a href="([^"]*recovery-code[^"]*)"/.exec(html) ?? [];
    const recovery = await textOf(other.replaceAll("&amp;", "&"), cookie);
    expect(recovery).toMatch(/Recovery code.*<input id="code"[^>]*inputmode="text"/is);
    expect(recovery).toContain("draft%3Dx");
  });

  test("goes on with a code that is right, once", async () => {
    const { cookie, accountId } = await withAuthenticator();
    const code = codeOf(secret);
    const proved = await post(proveForTeam, { code }, cookie);
    expect([proved.status, proved.headers.get("location")]).toEqual([303, "/admin/team?draft=x"]);
    const sessions = await site.db.selectFrom("staffSessions").select("assurance").execute();
    expect(sessions).toEqual([{ assurance: "aal2" }]);

    const elsewhere = await anotherSession(site.db, accountId);
    const replayed = await post(proveForTeam, { code }, elsewhere.cookie);
    expect(replayed.status).toBe(401);
    expect(await replayed.text()).toContain("This code is incorrect or has already been used.");
  });

  test("goes on with a recovery code, once", async () => {
    const { cookie, accountId } = await withAuthenticator();
    const digest = keys.recoveryCodeDigest(accountId, "7K3MQ9TX2VHD");
    await site.db.insertInto("staffRecoveryCodes").values({ userId: accountId, digest }).execute();
    const typed = { code: " 7k3m-q9tx 2vhd" };
    expect((await post(proveForTeam, typed, cookie)).status).toBe(303);
    const elsewhere = await anotherSession(site.db, accountId);
    const again = await post(`${proveForTeam}&recovery-code=`, typed, elsewhere.cookie);
    expect(again.status).toBe(401);
    expect(await again.text()).toContain(
      "This recovery code is incorrect or has already been used. Try another one.",
    );
  });

  test("that gives five wrong codes for what cannot be undone is told when codes are taken again, and of a passkey only if it has one", async () => {
    const { cookie, accountId } = await withAuthenticator({ assurance: "aal2", provedMinutesAgo: 11 });
    for (let at = 1; at <= 5; at += 1) await post(proveForTeam, { code: "000000" }, cookie);
    const refused = await post(proveForTeam, { code: codeOf(secret) }, cookie);
    const html = await refused.text();
    expect(refused.status).toBe(429);
    expect(html).toMatch(/role="alert"[^>]*>Too many incorrect codes\. Sign out.*wait an hour\.</);
    expect(html).not.toContain("passkey instead");
    await addPasskey(accountId);
    const offered = await post(proveForTeam, { code: codeOf(secret) }, cookie);
    expect(await offered.text()).toMatch(/wait an hour\. You can use a passkey instead\.</);
  });

  test("is not sent round in circles once the codes of the day are spent", async () => {
    const { accountId } = await withAuthenticator();
    let last: Response | undefined;
    for (let times = 0; times <= guessLimits.codesByAccount.most; times += guessLimits.codesBySession.most) {
      const { cookie } = await anotherSession(site.db, accountId);
      for (let at = 1; at <= guessLimits.codesBySession.most; at += 1) {
        last = await post(proveForTeam, { code: "000000" }, cookie);
        if (last.status === 303) break;
      }
    }
    expect(last?.headers.get("location")).toBe("/auth?because=spent&to=%2Fadmin%2Fteam");
    expect(await textOf("/auth?because=spent", "")).toMatch(
      /role="alert"[^>]*>Too many incorrect codes were entered for this account today\..*Reset your password/,
    );
  });

  test("is signed out after the fifth wrong code, and told why", async () => {
    const { cookie } = await withAuthenticator();
    const statuses: number[] = [];
    for (let at = 1; at <= 5; at += 1) {
      statuses.push((await post(proveForTeam, { code: "000000" }, cookie)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    const last = await post(proveForTeam, { code: codeOf(secret) }, cookie);
    expect([last.status, last.headers.get("location")]).toEqual([
      303,
      "/auth?because=codes&to=%2Fadmin%2Fteam",
    ]);
    expect(await leadsTo(proveForTeam, cookie)).toBe("303 /auth?because=ended&to=%2Fadmin%2Fteam");
  });

  test("can prove nothing with its password", async () => {
    const { cookie } = await withAuthenticator();
    const refused = await post(proveForTeam, { password }, cookie);
    expect(refused.headers.get("location")).toMatch(/^\/auth\?/);
    expect(await leadsTo("/admin", cookie)).toMatch(/^30\d \/auth\/prove/);
  });

  test("is asked for a fresh code once the last proof is old", async () => {
    const { cookie } = await withAuthenticator({ assurance: "aal2", provedMinutesAgo: 11 });
    expect(await textOf(proveForTeam, cookie)).toMatch(/Confirm your identity.*name="code"/s);
  });
});

test("a passkey is offered to whoever has one, and appears with the script that can ask for it", async () => {
  const { cookie, accountId } = await withPassword();
  expect(await textOf(proveForTeam, cookie)).not.toContain("Use a passkey");
  await addPasskey(accountId);
  const html = await textOf(proveForTeam, cookie);
  expect(html).toMatch(/<div data-passkey="\/admin\/team\?draft=x"[^>]* hidden="">.*Use a passkey/s);
});

test("neither codes nor passwords stand in the log", async () => {
  const { cookie } = await withAuthenticator();
  await post(proveForTeam, { code: "918273" }, cookie);
  expect(JSON.stringify(site.logged)).not.toContain("918273");
});

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

function codeOf(base32: string): string {
  return new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: now.getTime() });
}

/** Somebody whose last proof was eleven minutes ago. */
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

async function textOf(path: string, cookie: string): Promise<string> {
  return (await site.request(path, { headers: { cookie } })).text();
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

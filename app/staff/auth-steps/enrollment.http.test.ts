import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const now = new Date("2026-11-22T18:00:00Z");
const site = testApp({ now });
const path = "/auth/second-factor?to=%2Fadmin%2Fpeople";

test("a role that requires a second factor leads to setup after sign-in and then to the requested page", async () => {
  const { cookie, accountId } = await unenrolled();
  expect(await leadsTo("/admin/people", cookie)).toBe(`302 ${path}`);
  expect(await textOf(cookie)).toMatch(/<h1>Set up a second factor<\/h1>.*Set up an authenticator app/s);

  const begun = await post(cookie, { intent: "begin-authenticator" });
  expect(begun.status).toBe(200);
  const totp = totpIn(await begun.text());
  // A reload shows the same key, because the app may have stored it already.
  expect(totpIn(await textOf(cookie)).secret.base32).toBe(totp.secret.base32);

  const wrong = await post(cookie, { intent: "confirm-authenticator", code: "000000" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toMatch(/QR code.*That code is not right\./s);
  expect(await leadsTo("/admin", cookie)).toMatch(/^302 \/auth\/second-factor/);

  const confirmed = await post(cookie, {
    intent: "confirm-authenticator",
    code: totp.generate({ timestamp: now.getTime() }),
  });
  expect(confirmed.status).toBe(200);
  expect(await confirmed.text()).toMatch(/recovery codes.*href="\/admin\/people"[^>]*>\s*I have saved them/s);
  const raised = cookiesOf(confirmed);
  expect(await leadsTo("/admin/people", raised)).toBe("200 null");
  // The previous session token is no longer valid.
  expect(await leadsTo("/admin/people", cookie)).toMatch(/^302 \/auth\?/);
  const session = await site.db
    .selectFrom("staffSessions")
    .select(["assurance"])
    .where("userId", "=", accountId)
    .execute();
  expect(session).toEqual([{ assurance: "aal2" }]);
});

test("an account with a passkey must use it; the password alone cannot add another second factor", async () => {
  const { cookie, accountId } = await unenrolled();
  await addPasskey(accountId);
  const html = await textOf(cookie);
  expect(html).toMatch(/data-passkey="\/admin\/people".*Use your passkey/s);
  expect(html).toContain("Lost your passkey?");
  expect(html).not.toContain("begin-authenticator");
  const refused = await post(cookie, { intent: "begin-authenticator" });
  expect(refused.status).toBe(409);
  expect(await site.db.selectFrom("staffAuthenticators").selectAll().execute()).toEqual([]);
});

test("requires re-authentication first if the last authentication is too old", async () => {
  const { cookie } = await unenrolled({ provedMinutesAgo: 11 });
  expect(await leadsTo(path, cookie)).toBe("302 /auth/prove?to=%2Fadmin%2Fpeople");
  const response = await post(cookie, { intent: "begin-authenticator" });
  expect(response.headers.get("location")).toBe("/auth/prove?to=%2Fadmin%2Fpeople");
  expect(await site.db.selectFrom("staffAuthenticators").selectAll().execute()).toEqual([]);
});

async function unenrolled(facts: { provedMinutesAgo?: number } = {}) {
  await site.db.insertInto("staffSecondFactorRules").values({ role: "staff", isRequired: true }).execute();
  return signedIn(site.db, { role: "staff", ...facts });
}

function totpIn(html: string): TOTP {
  const [, key = ""] = /<code[^>]*>([A-Z2-7 ]{32,})<\/code>/.exec(html) ?? [];
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
}

async function addPasskey(userId: string): Promise<void> {
  const device = { counter: 0, deviceType: "multiDevice", backedUp: true, transports: null, aaguid: null };
  const passkey = { id: "a passkey", name: null, publicKey: "key", userId, credentialId: "credential" };
  await site.db
    .insertInto("staffPasskeys")
    .values({ ...passkey, ...device })
    .execute();
}

function post(cookie: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, { cookie }, newAddress());
}

async function textOf(cookie: string): Promise<string> {
  return (await site.request(path, { headers: { cookie } })).text();
}

async function leadsTo(address: string, cookie: string): Promise<string> {
  const response = await site.request(address, { headers: { cookie } });
  return `${response.status} ${response.headers.get("location")}`;
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
}

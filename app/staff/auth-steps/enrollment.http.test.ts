import { expect, test } from "vitest";
import { testApp } from "#tests/kit/app.ts";
import { newAddress } from "#tests/kit/new-address.ts";
import { addPasskey, generateCode, readAuthenticatorKey, readCookies } from "#tests/kit/sign-in-fixtures.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";

const now = new Date("2026-11-22T18:00:00Z");
const site = testApp({ now });
const path = "/auth/second-factor?to=%2Fadmin%2Fpeople";

test("a role that requires a second factor leads to setup after sign-in and then to the requested page", async () => {
  const { cookie, accountId } = await unenrolled();
  expect(await follow("/admin/people", cookie)).toBe(`302 ${path}`);
  expect(await fetchPage(cookie)).toMatch(/<h1>Set up a second factor<\/h1>.*Set up an authenticator app/s);

  const begun = await post(cookie, { intent: "begin-authenticator" });
  expect(begun.status).toBe(200);
  const key = readAuthenticatorKey(await begun.text());
  // A reload shows the same key, because the app may have stored it already.
  expect(readAuthenticatorKey(await fetchPage(cookie))).toBe(key);

  const wrong = await post(cookie, { intent: "confirm-authenticator", code: "000000" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toMatch(/QR code.*Incorrect code\./s);
  expect(await follow("/admin", cookie)).toMatch(/^302 \/auth\/second-factor/);

  const confirmed = await post(cookie, {
    intent: "confirm-authenticator",
    code: generateCode(key, now),
  });
  expect(confirmed.status).toBe(200);
  expect(await confirmed.text()).toMatch(
    /recovery codes.*href="\/admin\/people"[^>]*>\s*I have saved my codes/s,
  );
  const raised = readCookies(confirmed);
  expect(await follow("/admin/people", raised)).toBe("200 null");
  // The previous session token is no longer valid.
  expect(await follow("/admin/people", cookie)).toMatch(/^302 \/auth\?/);
  const session = await site.db
    .selectFrom("staffSessions")
    .select(["assurance"])
    .where("userId", "=", accountId)
    .execute();
  expect(session).toEqual([{ assurance: "aal2" }]);
});

test("an account with a passkey must use it; the password alone cannot add another second factor", async () => {
  const { cookie, accountId } = await unenrolled();
  await addPasskey(site.db, accountId);
  const html = await fetchPage(cookie);
  expect(html).toMatch(/data-passkey="\/admin\/people".*Use your passkey/s);
  expect(html).toContain("Lost your passkey?");
  expect(html).not.toContain("begin-authenticator");
  const refused = await post(cookie, { intent: "begin-authenticator" });
  expect(refused.status).toBe(409);
  expect(await site.db.selectFrom("staffAuthenticators").selectAll().execute()).toEqual([]);
});

test("a key that one session has begun is not shown to another and cannot be confirmed there", async () => {
  const { cookie: thief, accountId } = await unenrolled();
  const key = readAuthenticatorKey(await (await post(thief, { intent: "begin-authenticator" })).text());
  const { cookie } = await anotherSession(site.db, accountId);
  const html = await fetchPage(cookie);
  expect(html).toContain("Set up an authenticator app");
  expect(html).not.toContain("QR code");
  const confirmed = await post(cookie, { intent: "confirm-authenticator", code: generateCode(key, now) });
  expect(confirmed.status).toBe(409);
  // The person sets up their own key, which the first session cannot replace anymore.
  const own = readAuthenticatorKey(await (await post(cookie, { intent: "begin-authenticator" })).text());
  expect(own).not.toBe(key);
  expect((await post(cookie, { intent: "confirm-authenticator", code: generateCode(own, now) })).status).toBe(
    200,
  );
  expect(await follow("/auth/second-factor", thief)).toBe("303 /auth/prove?to=%2Fadmin");
});

test("requires re-authentication first if the last authentication is too old", async () => {
  const { cookie } = await unenrolled({ provedMinutesAgo: 11 });
  expect(await follow(path, cookie)).toBe("302 /auth/prove?to=%2Fadmin%2Fpeople");
  const response = await post(cookie, { intent: "begin-authenticator" });
  expect(response.headers.get("location")).toBe("/auth/prove?to=%2Fadmin%2Fpeople");
  expect(await site.db.selectFrom("staffAuthenticators").selectAll().execute()).toEqual([]);
});

async function unenrolled(facts: { provedMinutesAgo?: number } = {}) {
  await site.db.insertInto("staffSecondFactorRules").values({ role: "staff", isRequired: true }).execute();
  return signedIn(site.db, { role: "staff", ...facts });
}

function post(cookie: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, { cookie }, newAddress());
}

async function fetchPage(cookie: string): Promise<string> {
  return (await site.request(path, { headers: { cookie } })).text();
}

async function follow(address: string, cookie: string): Promise<string> {
  const response = await site.request(address, { headers: { cookie } });
  return `${response.status} ${response.headers.get("location")}`;
}

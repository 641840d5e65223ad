import { expect, test } from "vitest";
import { testApp, testSiteUrl } from "#tests/kit/app.ts";
import { addPasskey, generateCode, readAuthenticatorKey } from "#tests/kit/sign-in-fixtures.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";

const now = new Date("2026-11-20T18:00:00Z");
const site = testApp({ now });
const path = "/admin/account";

test.each([
  "begin-authenticator",
  "confirm-authenticator",
  "remove-authenticator",
  "renew-recovery-codes",
  "remove-passkey",
])("%s is refused to a session that has not used the account's passkey", async (intent) => {
  const ruth = await signedIn(site.db, { role: "owner" });
  // Begun before the account had a passkey.
  const code = generateCode(await startSetup(ruth.cookie), now);
  await addPasskey(site.db, ruth.accountId, { id: "phone" });
  const response = await post(ruth.cookie, { intent, passkey: "phone", code });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("Sign out, sign in with your passkey");
  expect(await site.db.selectFrom("staffPasskeys").select("id").execute()).toHaveLength(1);
  expect(await site.db.selectFrom("staffAuthenticators").select("userId").execute()).toEqual([]);
  const { cookie } = await anotherSession(site.db, ruth.accountId, { assurance: "aal2" });
  expect((await post(cookie, { intent, passkey: "phone", code })).status).not.toBe(403);
});

test("a change of the second factor is not offered to a session that has not used the account's passkey", async () => {
  const ruth = await signedIn(site.db, { role: "owner" });
  await addPasskey(site.db, ruth.accountId, { id: "phone" });
  const html = await page(ruth.cookie);
  expect(html).toContain("Lost your passkey?");
  expect(html).not.toMatch(/value="(?:begin-authenticator|remove-passkey)"/);
  const { cookie } = await anotherSession(site.db, ruth.accountId, { assurance: "aal2" });
  expect(await page(cookie)).toMatch(/value="begin-authenticator".*value="remove-passkey"/s);
});

function post(cookie: string, fields: Record<string, string>): Promise<Response> {
  return site.postForm(path, fields, { cookie, origin: testSiteUrl });
}

async function page(cookie: string): Promise<string> {
  return (await site.request(path, { headers: { cookie } })).text();
}

async function startSetup(cookie: string): Promise<string> {
  return readAuthenticatorKey(await (await post(cookie, { intent: "begin-authenticator" })).text());
}

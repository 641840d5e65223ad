import { expect, test } from "vitest";
import { testSiteUrl } from "#tests/kit/app.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { softwareAuthenticator } from "#tests/kit/software-authenticator.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const optionsPath = "/api/auth/passkey/generate-register-options";
const registerPath = "/api/auth/passkey/verify-registration";

test("a new passkey raises the session, which can then add another one", async () => {
  const { browser } = await owner();
  for (const authenticator of [softwareAuthenticator(), softwareAuthenticator()]) {
    const options = await begin(browser);
    const response = authenticator.register({ ...options, origin: testSiteUrl });
    expect((await ask(browser, "POST", registerPath, { response })).status).toBe(200);
    expect(await sessionOf(browser)).toMatchObject({ assurance: "aal2", hasUnverifiedPasskey: false });
  }
  expect(await db.selectFrom("staffPasskeys").select("id").execute()).toHaveLength(2);
});

test("a new passkey is refused to a session that has not used the account's passkey", async () => {
  const { browser, accountId } = await owner();
  const options = await begin(browser);
  await addPasskey(db, accountId);
  const response = softwareAuthenticator().register({ ...options, origin: testSiteUrl });
  expect((await ask(browser, "POST", registerPath, { response })).status).toBe(403);
  expect((await ask(browser, "GET", optionsPath)).status).toBe(403);
  expect(await db.selectFrom("staffPasskeys").select("id").execute()).toHaveLength(1);
});

type Browser = ReturnType<typeof testBrowser>;

async function owner() {
  const { cookie, accountId } = await signedIn(db, { role: "owner" });
  const browser = testBrowser();
  browser.take(new Headers({ "set-cookie": cookie }));
  return { browser, accountId };
}

async function begin(browser: Browser): Promise<{ challenge: string }> {
  // The library's own response.
  return (await (await ask(browser, "GET", optionsPath)).json()) as { challenge: string };
}

async function ask(browser: Browser, method: string, path: string, body?: object): Promise<Response> {
  const { request, clientAddress } = browser.visitor();
  const headers = new Headers(request.headers);
  headers.set("origin", testSiteUrl);
  headers.set("content-type", "application/json");
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answered = await identity.handle({ request: new Request(testSiteUrl + path, init), clientAddress });
  browser.take(answered.headers);
  return answered;
}

function sessionOf(browser: Browser) {
  return identity.currentSession(browser.visitor().request.headers);
}

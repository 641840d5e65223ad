import { expect, test } from "vitest";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { testSiteUrl } from "#tests/kit/app.ts";
import { countLockWaits } from "#tests/kit/count-lock-waits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { until } from "#tests/kit/running-server.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { softwareAuthenticator } from "#tests/kit/software-authenticator.ts";

const { db, pool } = testDatabase();
const identity = testIdentity(db);
const passkeyPath = "/api/auth/passkey";

test("a passkey that is removed while it signs in leaves no session", async () => {
  const { signIn } = await passkey();
  const remove = await pool.connect();
  await remove.query("begin; delete from staff_passkeys; delete from staff_sessions");
  const response = signIn();
  await until("the sign-in to wait for the removal", async () => (await countLockWaits(pool)) === 1);
  await remove.query("commit");
  remove.release();
  expect((await response).status).toBe(400);
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
  expect(await actions()).toEqual(["sign-in-failed"]);
});

test("a reset of the second factor ends the sessions of concurrent sign-ins with a passkey", async () => {
  const { email, signIn } = await passkey();
  const deps = { db, outbox: createOutbox(() => undefined) };
  const [reset] = await Promise.all([
    resetSecondFactor(deps, { email, actor: { kind: "shell" } }),
    ...Array.from({ length: 6 }, signIn),
  ]);
  expect(reset).toEqual({ ok: true });
  expect(await db.selectFrom("staffPasskeys").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
});

/** An account with a passkey, and a function that completes a ceremony that was begun before. */
async function passkey() {
  const authenticator = softwareAuthenticator();
  const { accountId, email } = await signedIn(db, { role: "staff" });
  const publicKey = authenticator.publicKey.toString("base64");
  await addPasskey(db, accountId, { credentialId: authenticator.id, publicKey });
  const begun = await Promise.all(Array.from({ length: 6 }, begin));
  const signIn = async () => {
    const { browser, options } = begun.pop() ?? (await begin());
    const response = authenticator.answer({ ...options, origin: testSiteUrl });
    return ask(browser, "POST", `${passkeyPath}/verify-authentication`, { response });
  };
  return { email, signIn };
}

async function begin() {
  const browser = testBrowser();
  const response = await ask(browser, "GET", `${passkeyPath}/generate-authenticate-options`);
  // The library's own answer to exactly this call.
  const options = (await response.json()) as { challenge: string; rpId: string };
  return { browser, options };
}

async function ask(
  browser: ReturnType<typeof testBrowser>,
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  const { request, clientAddress } = browser.visitor();
  const headers = new Headers(request.headers);
  headers.set("origin", testSiteUrl);
  if (body !== undefined) headers.set("content-type", "application/json");
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const answered = await identity.handle({
    request: new Request(testSiteUrl + path, { method, headers, ...json }),
    clientAddress,
  });
  browser.take(answered.headers);
  return answered;
}

async function actions(): Promise<string[]> {
  const rows = await db.selectFrom("auditEvents").select("action").orderBy("id").execute();
  return rows.map(({ action }) => action);
}

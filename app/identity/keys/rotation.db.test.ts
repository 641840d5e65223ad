import { createHmac } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import { startAuthenticatorSetup } from "#app/identity/second-factor/authenticator-setup.server.ts";
import { confirmAuthenticator } from "#app/identity/second-factor/authenticator.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { anotherSession } from "#tests/kit/signed-in.ts";

const { db, pool } = testDatabase();
const oldSecret = "the old secret of a test, longer than thirty-two characters";
const newSecret = "the new secret of a test, longer than thirty-two characters";
const warnings: unknown[] = [];
const log = { ...silentLog, warn: (...entry: unknown[]) => void warnings.push(entry) };
const identityWith = (...secrets: [string, ...string[]]) =>
  testIdentity(db, undefined, { keyRing: createKeyRing(secrets), log });
const before = identityWith(oldSecret);
const rotated = identityWith(newSecret, oldSecret);
const afterwards = identityWith(newSecret);

const email = "joan@example.com";
const password = "a password for tests";

test("a second factor survives a rotation, and after its next use the previous secret is not needed", async () => {
  const { codeNow, recoveryCodes } = await enrolled();
  const browser = testBrowser();
  await signIn(rotated, browser);
  expect(await rotated.stepUpWithCode(browser.visitor(), codeNow())).toMatchObject({ ok: true });
  expect(await rotated.stepUpWithCode(browser.visitor(), recoveryCodes[0] ?? "")).toMatchObject({
    ok: false,
  });

  await signIn(rotated, browser);
  expect(await rotated.stepUpWithCode(browser.visitor(), recoveryCodes[0] ?? "")).toMatchObject({ ok: true });

  await forgetLastCode();
  const another = testBrowser();
  await signIn(afterwards, another);
  expect(await afterwards.stepUpWithCode(another.visitor(), codeNow())).toMatchObject({ ok: true });
  expect(warnings).toEqual([]);
});

test("every code is wrong if the secret cannot be unsealed, and the log gives the reason", async () => {
  const { accountId, codeNow } = await enrolled();
  const browser = testBrowser();
  await signIn(afterwards, browser);
  expect(await afterwards.stepUpWithCode(browser.visitor(), codeNow())).toEqual({
    ok: false,
    reason: "wrong",
  });
  expect(warnings).toEqual([["identity.unseal_failed", { accountId }]]);
});

test("a session signed with the previous secret stays valid, including at the library's endpoints", async () => {
  const browser = testBrowser();
  await add();
  await signIn(before, browser);
  expect(await before.currentSession(browser.visitor().request.headers)).not.toBeNull();
  expect(await rotated.currentSession(browser.visitor().request.headers)).toMatchObject({ staff: { email } });
  expect(await afterwards.currentSession(browser.visitor().request.headers)).toBeNull();

  const { clientAddress, ...visitor } = browser.visitor();
  const request = new Request("http://localhost:3000/api/auth/passkey/generate-register-options", {
    headers: visitor.request.headers,
  });
  expect((await rotated.handle({ request, clientAddress })).status).toBe(200);
});

test("a session cookie signed with the secret itself is not valid", async () => {
  const browser = testBrowser();
  await add();
  await signIn(before, browser);
  const { token } = await db.selectFrom("staffSessions").select("token").executeTakeFirstOrThrow();
  const signature = createHmac("sha256", oldSecret).update(token).digest("base64");
  const cookie = `practice.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  expect(await before.currentSession(new Headers({ cookie }))).toBeNull();
  expect(await rotated.currentSession(new Headers({ cookie }))).toBeNull();
});

async function add(): Promise<string> {
  warnings.length = 0;
  const account = { name: "Joan", email, password, role: "staff", actor: { kind: "shell" } } as const;
  const added = await addAccount({ db, passwords: before.passwords }, account);
  if (!added.ok) throw new Error(added.reason);
  return added.id;
}

/** Creates an account whose authenticator was set up before the rotation. */
async function enrolled() {
  const accountId = await add();
  const deps = { db, clock: { now: () => new Date() }, outbox: createOutbox(() => {}), keys: before.keys };
  const owner = { id: accountId, email, ...(await anotherSession(db, accountId)) };
  const begun = await startAuthenticatorSetup(deps, owner);
  if (!begun.ok) throw new Error(begun.reason);
  const codeNow = () => new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  const confirmed = await confirmAuthenticator(deps, owner, codeNow());
  if (!confirmed.ok) throw new Error(confirmed.reason);
  await forgetLastCode();
  return { accountId, codeNow, recoveryCodes: confirmed.recoveryCodes };
}

/** Allows a code to be used again, so that tests do not wait half a minute for the next one. */
async function forgetLastCode(): Promise<void> {
  await pool.query("update staff_authenticators set last_step = null");
}

async function signIn(identity: Identity, browser: ReturnType<typeof testBrowser>): Promise<void> {
  const outcome = await identity.signIn(browser.visitor(), { email, password });
  if (!outcome.ok) throw new Error(outcome.reason);
  browser.take(outcome.headers);
}

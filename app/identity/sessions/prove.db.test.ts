import { randomBytes } from "node:crypto";
import { TOTP, Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/accounts/add-account.server.ts";
import { countAttempts } from "#app/identity/guessing/count-attempts.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { type GuessLimit, guessLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";

const { db, pool } = testDatabase();
const identity = testIdentity(db);
const email = "joan@example.com";
const password = "a password for tests";
const cookieName = "practice.session_token";

describe("a code of the authenticator", () => {
  test("raises the session to the second level, under another token, ending when it would have ended", async () => {
    const { browser, codeNow } = await signedInWithAuthenticator();
    const before = await sessionOf(browser);
    const copied = browser.visitor().request.headers;
    expect(before).toMatchObject({ assurance: "aal1", needsSecondFactor: true });

    expect(await proveCode(browser, codeNow())).toMatchObject({ ok: true });
    const after = await sessionOf(browser);
    expect(after).toMatchObject({ assurance: "aal2", needsSecondFactor: false, hasFreshProof: true });
    expect(after?.endsAt).toEqual(before?.endsAt);
    expect(after?.startedAt).toEqual(before?.startedAt);
    // Whoever has learnt the old cookie has nothing.
    expect(await identity.currentSession(copied)).toBeNull();
    expect(await actions()).toEqual(["signed-in", "proof-given"]);
  });

  test("is taken once, also of two who show it at the same moment", async () => {
    const { browser, codeNow } = await signedInWithAuthenticator();
    const second = testBrowser();
    await signIn(second);
    const code = codeNow();
    const outcomes = await Promise.all([proveCode(browser, code), proveCode(second, code)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await proveCode(second, code)).not.toMatchObject({ ok: true });
  });

  test("that is wrong leaves everything as it was, and after five tries the session ends", async () => {
    const { browser } = await signedInWithAuthenticator();
    for (let at = 0; at < guessLimits.codesBySession.most; at += 1) {
      expect(await proveCode(browser, "000000")).toEqual({ ok: false, reason: "wrong" });
    }
    expect(await proveCode(browser, "000000")).toEqual({ ok: false, reason: "too-many" });
    expect(await sessionOf(browser)).toBeNull();
    expect(await proveCode(browser, "000000")).toEqual({ ok: false, reason: "signed-out" });
  });

  test("cannot be guessed from strange browsers through many sessions; a known browser is not kept out by it", async () => {
    const { browser: own, accountId, codeNow } = await signedInWithAuthenticator();
    await allButOne("codesByAccount", accountId);
    const stranger = testBrowser();
    await signIn(stranger);
    stranger.cookies.delete("practice.device");
    expect(await proveCode(stranger, "000000")).toEqual({ ok: false, reason: "wrong" });
    expect(await proveCode(stranger, codeNow())).toEqual({ ok: false, reason: "too-many" });
    expect(await proveCode(own, codeNow())).toMatchObject({ ok: true });
  });
});

describe("the password, shown again", () => {
  test("makes the proof fresh, under another token and at the same level", async () => {
    await person();
    const browser = testBrowser();
    await signIn(browser);
    await pool.query("update staff_sessions set proved_at = now() - interval '10 minutes'");
    expect(await sessionOf(browser)).toMatchObject({ hasFreshProof: false });
    const token = browser.cookies.get(cookieName);
    expect(await provePassword(browser, password)).toMatchObject({ ok: true });
    expect(await sessionOf(browser)).toMatchObject({ hasFreshProof: true, assurance: "aal1" });
    expect(browser.cookies.get(cookieName)).not.toBe(token);
  });

  test("that is wrong proves nothing, and is counted", async () => {
    await person();
    const browser = testBrowser();
    await signIn(browser);
    await allButOne("passwordsByDevice", browser.cookies.get("practice.device") ?? "");
    expect(await provePassword(browser, "something else")).toEqual({ ok: false, reason: "wrong" });
    expect(await provePassword(browser, password)).toEqual({ ok: false, reason: "too-many" });
    expect(await sessionOf(browser)).not.toBeNull();
    expect(await actions()).toEqual(["signed-in", "proof-failed", "proof-failed"]);
  });

  test("is not taken in place of the code from an account that has an authenticator", async () => {
    const { browser } = await signedInWithAuthenticator();
    expect(await provePassword(browser, password)).toMatchObject({ ok: false });
    expect(await sessionOf(browser)).toMatchObject({ needsSecondFactor: true });
  });
});

test("without a session there is nothing to prove", async () => {
  expect(await provePassword(testBrowser(), password)).toEqual({ ok: false, reason: "signed-out" });
  expect(await proveCode(testBrowser(), "000000")).toEqual({ ok: false, reason: "signed-out" });
});

type Browser = ReturnType<typeof testBrowser>;

async function person(): Promise<string> {
  const account = { name: "Joan", email, password, role: "staff", actor: { kind: "shell" } } as const;
  const outcome = await addAccount({ db, passwords: identity.passwords }, account);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.id;
}

async function signedInWithAuthenticator() {
  const accountId = await person();
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer });
  await db
    .insertInto("staffAuthenticators")
    .values({
      userId: accountId,
      sealedSecret: identity.keys.seal(accountId, secret.base32),
      confirmedAt: new Date(),
      lastStep: null,
    })
    .execute();
  const browser = testBrowser();
  expect(await signIn(browser)).toMatchObject({ ok: true, needsSecondFactor: true });
  const totp = new TOTP({ secret });
  return { accountId, browser, codeNow: () => totp.generate() };
}

async function signIn(browser: Browser) {
  const outcome = await identity.signIn(browser.visitor(), { email, password });
  if (outcome.ok) browser.take(outcome.headers);
  return outcome;
}

async function proveCode(browser: Browser, code: string) {
  const outcome = await identity.proveCode(browser.visitor(), code);
  if (outcome.ok) browser.take(outcome.headers);
  return outcome;
}

async function provePassword(browser: Browser, tried: string) {
  const outcome = await identity.provePassword(browser.visitor(), tried);
  if (outcome.ok) browser.take(outcome.headers);
  return outcome;
}

function sessionOf(browser: Browser) {
  return identity.currentSession(browser.visitor().request.headers);
}

async function actions(): Promise<string[]> {
  const rows = await db
    .selectFrom("auditEvents")
    .select("action")
    .where("actorKind", "!=", "shell")
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

/** As if it had been tried so often that one try is left. */
async function allButOne(limit: GuessLimit, of: string): Promise<void> {
  const deps = { db, clock: systemClock, keys: identity.keys };
  for (let at = 1; at < guessLimits[limit].most; at += 1) {
    expect(await countAttempts(deps, [{ limit, of }])).toBe("within");
  }
}

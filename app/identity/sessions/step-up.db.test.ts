import { randomBytes } from "node:crypto";
import { TOTP, Secret } from "otpauth";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { deviceCountKey } from "#app/identity/devices/known-device.server.ts";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { type AuthenticationLimit, authenticationLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";

const { db, pool } = testDatabase();
const identity = testIdentity(db);
const email = "joan@example.com";
const password = "a password for tests";
const cookieName = "practice.session_token";
afterEach(() => void vi.useRealTimers());

describe("a code of the authenticator app", () => {
  test("raises the session to the second level with a new token and the same end", async () => {
    const { browser, codeNow } = await signedInWithAuthenticator();
    const before = await sessionOf(browser);
    const copied = browser.visitor().request.headers;
    expect(before).toMatchObject({ assurance: "aal1", needsSecondFactor: true });

    expect(await stepUpWithCode(browser, codeNow())).toMatchObject({ ok: true });
    const after = await sessionOf(browser);
    expect(after).toMatchObject({
      assurance: "aal2",
      needsSecondFactor: false,
      hasRecentAuthentication: true,
    });
    expect(after?.endsAt).toEqual(before?.endsAt);
    expect(after?.startedAt).toEqual(before?.startedAt);
    // The previous cookie is no longer valid.
    expect(await identity.currentSession(copied)).toBeNull();
    expect(await actions()).toEqual(["signed-in", "proof-given"]);
  });

  test("works once, also in concurrent requests", async () => {
    const { browser, codeNow } = await signedInWithAuthenticator();
    const second = testBrowser();
    await signIn(second);
    const code = codeNow();
    const outcomes = await Promise.all([stepUpWithCode(browser, code), stepUpWithCode(second, code)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await stepUpWithCode(second, code)).not.toMatchObject({ ok: true });
  });

  test("that is wrong changes nothing, and the session ends after five attempts", async () => {
    const { browser } = await signedInWithAuthenticator();
    for (let at = 0; at < authenticationLimits.codesBySession.most; at += 1) {
      expect(await stepUpWithCode(browser, "000000")).toEqual({ ok: false, reason: "wrong" });
    }
    expect(await stepUpWithCode(browser, "000000")).toEqual({ ok: false, reason: "too-many" });
    expect(await sessionOf(browser)).toBeNull();
    expect(await stepUpWithCode(browser, "000000")).toEqual({ ok: false, reason: "signed-out" });
  });

  test("cannot be guessed with a stolen password, because the count continues after each sign-in", async () => {
    const { accountId, codeNow } = await signedInWithAuthenticator();
    await allButOne("codesByAccount", `${accountId} ${await passwordHash()}`);
    const thief = testBrowser();
    await signIn(thief);
    expect(thief.cookies.has("practice.device")).toBe(false);
    expect(await stepUpWithCode(thief, "000000")).toEqual({ ok: false, reason: "wrong" });
    for (let times = 0; times < 2; times += 1) {
      await signIn(thief);
      expect(await stepUpWithCode(thief, codeNow())).toEqual({ ok: false, reason: "spent" });
      expect(await sessionOf(thief)).toBeNull();
    }
  });

  test("cannot be guessed across password changes by a person who controls the mailbox", async () => {
    const { accountId, codeNow } = await signedInWithAuthenticator();
    await allButOne("codesAcrossPasswords", accountId);
    const thief = testBrowser();
    await signIn(thief);
    expect(await stepUpWithCode(thief, "000000")).toEqual({ ok: false, reason: "wrong" });
    const renewed = await identity.passwords.hash(password, "anyone");
    await db.updateTable("staffAccounts").set({ password: renewed }).execute();
    await signIn(thief);
    expect(await stepUpWithCode(thief, codeNow())).toEqual({ ok: false, reason: "spent" });
    expect(await sessionOf(thief)).toBeNull();
  });

  test("that is refused for one password leaves the attempts of the next password", async () => {
    const { accountId, codeNow } = await signedInWithAuthenticator();
    await allButOne("codesAcrossPasswords", accountId);
    for (let at = 0; at < authenticationLimits.codesByAccount.most; at += 1) {
      await countAttempts({ db, clock: systemClock, keys: identity.keys }, [
        { limit: "codesByAccount", of: `${accountId} ${await passwordHash()}` },
      ]);
    }
    const thief = testBrowser();
    await signIn(thief);
    expect(await stepUpWithCode(thief, "000000")).toEqual({ ok: false, reason: "spent" });
    const renewed = await identity.passwords.hash(password, "anyone");
    await db.updateTable("staffAccounts").set({ password: renewed }).execute();
    const owner = testBrowser();
    await signIn(owner);
    expect(await stepUpWithCode(owner, codeNow())).toMatchObject({ ok: true });
  });

  test("still works for the owner in a known browser and after a password change", async () => {
    const { browser: own, accountId, codeNow } = await signedInWithAuthenticator();
    expect(await stepUpWithCode(own, codeNow())).toMatchObject({ ok: true });
    await pool.query("update staff_authenticators set last_step = null");
    await allButOne("codesByAccount", `${accountId} ${await passwordHash()}`);
    const stranger = testBrowser();
    await signIn(stranger);
    await stepUpWithCode(stranger, "000000");
    await signIn(own);
    expect(await stepUpWithCode(own, codeNow())).toMatchObject({ ok: true });

    await pool.query("update staff_authenticators set last_step = null");
    const renewed = await identity.passwords.hash(password, "anyone");
    await db.updateTable("staffAccounts").set({ password: renewed }).execute();
    const newMachine = testBrowser();
    await signIn(newMachine);
    expect(await stepUpWithCode(newMachine, codeNow())).toMatchObject({ ok: true });
  });

  test("that is correct does not count toward any limit", async () => {
    const { accountId, browser, codeNow } = await signedInWithAuthenticator();
    const most = Math.max(authenticationLimits.codesBySession.most, authenticationLimits.codesByDevice.most);
    for (let at = 0; at <= most; at += 1) {
      await pool.query("update staff_authenticators set last_step = null");
      expect(await stepUpWithCode(browser, codeNow())).toMatchObject({ ok: true });
    }
    // The first code was entered in an unknown browser.
    await allButOne("codesByAccount", `${accountId} ${await passwordHash()}`);
    await allButOne("codesAcrossPasswords", accountId);
    const unknown = testBrowser();
    await signIn(unknown);
    expect(await stepUpWithCode(unknown, "000000")).toEqual({ ok: false, reason: "wrong" });
  });

  test("is counted in a known browser too, with the same count after each sign-in", async () => {
    const { accountId, browser, codeNow } = await signedInWithAuthenticator();
    await stepUpWithCode(browser, codeNow());
    const device = browser.cookies.get("practice.device") ?? "";
    await allButOne("codesByDevice", deviceCountKey(accountId, device));
    await signIn(browser);
    expect(browser.cookies.get("practice.device")).toBe(device);
    expect(await stepUpWithCode(browser, "000000")).toEqual({ ok: false, reason: "wrong" });
    expect(await stepUpWithCode(browser, "000000")).toEqual({ ok: false, reason: "too-many" });
  });
});

describe("re-authentication with the password", () => {
  test("refreshes the authentication time with a new token at the same level", async () => {
    await person();
    const browser = testBrowser();
    await signIn(browser);
    await pool.query("update staff_sessions set proved_at = now() - interval '10 minutes'");
    expect(await sessionOf(browser)).toMatchObject({ hasRecentAuthentication: false });
    const token = browser.cookies.get(cookieName);
    expect(await stepUpWithPassword(browser, password)).toMatchObject({ ok: true });
    expect(await sessionOf(browser)).toMatchObject({ hasRecentAuthentication: true, assurance: "aal1" });
    expect(browser.cookies.get(cookieName)).not.toBe(token);
  });

  test("keeps the cookie under a server clock that is 13 hours ahead", async () => {
    await person();
    const browser = testBrowser();
    await signIn(browser);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 13 * 3_600_000 });
    expect(await stepUpWithPassword(browser, password)).toMatchObject({ ok: true });
    expect(await sessionOf(browser)).not.toBeNull();
  });

  test("with a wrong password fails and is counted", async () => {
    const accountId = await person();
    const browser = testBrowser();
    await signIn(browser);
    await allButOne(
      "passwordsByDevice",
      deviceCountKey(accountId, browser.cookies.get("practice.device") ?? ""),
    );
    expect(await stepUpWithPassword(browser, "something else")).toEqual({ ok: false, reason: "wrong" });
    expect(await stepUpWithPassword(browser, password)).toEqual({ ok: false, reason: "too-many" });
    expect(await sessionOf(browser)).not.toBeNull();
    expect(await actions()).toEqual(["signed-in", "proof-failed", "proof-failed"]);
  });

  test("is not limited by the network address, which strangers may share", async () => {
    await person();
    const browser = testBrowser();
    await signIn(browser);
    await allButOne("passwordsByAddress", browser.clientAddress);
    expect(await stepUpWithPassword(browser, password)).toMatchObject({ ok: true });
    expect(await stepUpWithPassword(browser, password)).toMatchObject({ ok: true });
  });

  test("does not replace the code of an account with an authenticator app", async () => {
    const { browser } = await signedInWithAuthenticator();
    expect(await stepUpWithPassword(browser, password)).toMatchObject({ ok: false });
    expect(await sessionOf(browser)).toMatchObject({ needsSecondFactor: true });
  });
});

describe("a session that is ended during verification", () => {
  test("stays ended", async () => {
    await person();
    for (let round = 0; round < 12; round += 1) {
      const browser = testBrowser();
      await signIn(browser);
      const [outcome] = await Promise.all([
        stepUpWithPassword(browser, password),
        db.deleteFrom("staffSessions").execute(),
      ]);
      if (!outcome.ok) expect(outcome.reason).toBe("signed-out");
      expect(await sessionOf(browser)).toBeNull();
    }
  });
});

test("of several concurrent re-authentications, one keeps the session and no other session exists", async () => {
  await person();
  const browser = testBrowser();
  await signIn(browser);
  const { id } = (await sessionOf(browser)) ?? {};
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => identity.stepUpWithPassword(browser.visitor(), password)),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([{ id }]);
});

test("fails without a session", async () => {
  expect(await stepUpWithPassword(testBrowser(), password)).toEqual({ ok: false, reason: "signed-out" });
  expect(await stepUpWithCode(testBrowser(), "000000")).toEqual({ ok: false, reason: "signed-out" });
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

async function stepUpWithCode(browser: Browser, code: string) {
  const outcome = await identity.stepUpWithCode(browser.visitor(), code);
  if (outcome.ok) browser.take(outcome.headers);
  return outcome;
}

async function stepUpWithPassword(browser: Browser, tried: string) {
  const outcome = await identity.stepUpWithPassword(browser.visitor(), tried);
  if (outcome.ok) browser.take(outcome.headers);
  return outcome;
}

async function passwordHash(): Promise<string> {
  const { password: hash } = await db
    .selectFrom("staffAccounts")
    .select("password")
    .executeTakeFirstOrThrow();
  return hash ?? "";
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

/** Counts attempts until one is left. */
async function allButOne(limit: AuthenticationLimit, of: string): Promise<void> {
  const deps = { db, clock: systemClock, keys: identity.keys };
  for (let at = 1; at < authenticationLimits[limit].most; at += 1) {
    expect(await countAttempts(deps, [{ limit, of }])).toBe("within");
  }
}

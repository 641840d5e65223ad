import { TOTP, Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { startAuthenticatorSetup, findAuthenticatorSetup } from "./authenticator-setup.server.ts";
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  getSecondFactor,
} from "./authenticator.server.ts";
import { redeemCode } from "./redeem-code.server.ts";

const { db, pool } = testDatabase();

const start = new Date("2026-11-20T18:00:00Z");
let now = start;
const deps = {
  db,
  clock: { now: () => now },
  log: silentLog,
  outbox: createOutbox(() => {}),
  keys: createIdentityKeys(testKeyRing),
};

describe("an authenticator app", () => {
  test("is required only after its first code is confirmed", async () => {
    const account = await newAccount();
    const setup = await startSetup(account);
    expect(await getSecondFactor(db, account.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
    expect(await redeemCode(deps, account, generateCode(setup.secret))).toBe(false);

    expect(await confirmAuthenticator(deps, account, "000000")).toEqual({ ok: false, reason: "wrong" });
    const confirmed = await confirmAuthenticator(deps, account, generateCode(setup.secret));
    expect(confirmed.ok && new Set(confirmed.recoveryCodes).size).toBe(10);
    expect(await getSecondFactor(db, account.id)).toEqual({ since: start, recoveryCodesLeft: 10 });
  });

  test("has a secret that the database alone does not reveal", async () => {
    const account = await newAccount();
    const { secret } = await startSetup(account);
    const readSetup = () => db.selectFrom("staffAuthenticatorSetups").selectAll().executeTakeFirst();
    const setup = await readSetup();
    await confirm(account, secret);
    expect(await readSetup()).toBeUndefined();
    const confirmed = await db.selectFrom("staffAuthenticators").selectAll().executeTakeFirst();
    for (const stored of [setup, confirmed]) {
      expect(JSON.stringify(stored)).not.toContain(secret);
      expect(deps.keys.open(account.id, stored?.sealedSecret ?? "")?.text).toBe(secret);
      expect(deps.keys.open("another account", stored?.sealedSecret ?? "")).toBeUndefined();
    }
  });

  test("can be set up again until it is confirmed; then it must be removed first", async () => {
    const account = await newAccount();
    const first = await startSetup(account);
    const second = await startSetup(account);
    expect(await findAuthenticatorSetup(deps, account)).toMatchObject({ secret: second.secret });
    expect(await confirmAuthenticator(deps, account, generateCode(first.secret))).toMatchObject({
      ok: false,
    });
    await confirm(account, second.secret);

    expect(await startAuthenticatorSetup(deps, account)).toEqual({ ok: false, reason: "already-confirmed" });
    expect(await confirmAuthenticator(deps, account, generateCode(second.secret, 30))).toEqual({
      ok: false,
      reason: "not-started",
    });
    expect(await findAuthenticatorSetup(deps, account)).toBeUndefined();
    advanceClock(30);
    expect(await redeemCode(deps, account, generateCode(second.secret))).toBe(true);
  });

  test("can be confirmed only by the session that began the setup", async () => {
    const account = await newAccount();
    const { secret } = await startSetup(account);
    const other = { ...account, ...(await anotherSession(db, account.id)) };
    expect(await findAuthenticatorSetup(deps, other)).toBeUndefined();
    const notStarted = { ok: false, reason: "not-started" };
    expect(await confirmAuthenticator(deps, other, generateCode(secret))).toEqual(notStarted);

    const own = await startSetup(other);
    await confirm(other, own.secret);
    expect(await confirmAuthenticator(deps, account, generateCode(secret))).toEqual(notStarted);
    advanceClock(30);
    expect(await redeemCode(deps, account, generateCode(own.secret))).toBe(true);
  });

  test("must be confirmed within ten minutes", async () => {
    const account = await newAccount();
    const { secret } = await startSetup(account);
    await pool.query("update staff_authenticator_setups set created_at = now() - interval '11 minutes'");
    expect(await findAuthenticatorSetup(deps, account)).toBeUndefined();
    const late = await confirmAuthenticator(deps, account, generateCode(secret));
    expect(late).toEqual({ ok: false, reason: "not-started" });
    const again = await startSetup(account);
    await confirm(account, again.secret);
  });

  test("is confirmed once in ten concurrent requests of two sessions", async () => {
    const account = await newAccount();
    const other = { ...account, ...(await anotherSession(db, account.id)) };
    const codes = [
      { owner: account, code: generateCode((await startSetup(account)).secret) },
      { owner: other, code: generateCode((await startSetup(other)).secret) },
    ];
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => codes)
        .flat()
        .map(({ owner, code }) => confirmAuthenticator(deps, owner, code)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("of an earlier release that was not confirmed has no effect and is replaced", async () => {
    const account = await newAccount();
    const earlier = { userId: account.id, confirmedAt: null, lastStep: null };
    await db
      .insertInto("staffAuthenticators")
      .values({ ...earlier, sealedSecret: deps.keys.seal(account.id, "GEZDGNBVGY3TQOJQ") })
      .execute();
    expect(await findAuthenticatorSetup(deps, account)).toBeUndefined();
    const { secret } = await enroll(account);
    advanceClock(30);
    expect(await redeemCode(deps, account, generateCode(secret))).toBe(true);
  });

  test("is removed together with its recovery codes", async () => {
    const account = await newAccount();
    const { secret, recoveryCodes } = await enroll(account);
    expect(await removeAuthenticator(deps, account)).toEqual({ ok: true });
    expect(await removeAuthenticator(deps, account)).toEqual({ ok: false, reason: "not-set-up" });
    advanceClock(30);
    expect(await redeemCode(deps, account, generateCode(secret))).toBe(false);
    expect(await redeemCode(deps, account, recoveryCodes[0] ?? "")).toBe(false);
    expect(await getSecondFactor(db, account.id)).toEqual({ since: null, recoveryCodesLeft: 0 });
  });
});

describe("a code", () => {
  test("works once, and the code that confirmed the app is already used", async () => {
    const account = await newAccount();
    const { secret } = await enroll(account);
    expect(await redeemCode(deps, account, generateCode(secret))).toBe(false);
    advanceClock(30);
    expect(await redeemCode(deps, account, generateCode(secret))).toBe(true);
    expect(await redeemCode(deps, account, generateCode(secret))).toBe(false);
  });

  test("works once in ten concurrent requests", async () => {
    const account = await newAccount();
    const { secret } = await enroll(account);
    advanceClock(30);
    const code = generateCode(secret);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => redeemCode(deps, account, code)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test("of the previous or next time step works, but none older than the last used", async () => {
    const account = await newAccount();
    const { secret } = await enroll(account);
    advanceClock(120);
    expect(await redeemCode(deps, account, generateCode(secret, -60))).toBe(false);
    expect(await redeemCode(deps, account, generateCode(secret, 60))).toBe(false);
    expect(await redeemCode(deps, account, generateCode(secret, -30))).toBe(true);
    expect(await redeemCode(deps, account, generateCode(secret, 30))).toBe(true);
    // The code between them was never used, but an observer cannot use it anymore.
    expect(await redeemCode(deps, account, generateCode(secret))).toBe(false);
  });

  test("does not work for another account", async () => {
    const [account, other] = [await newAccount(), await newAccount()];
    const { secret, recoveryCodes } = await enroll(account);
    await enroll(other);
    advanceClock(30);
    expect(await redeemCode(deps, other, generateCode(secret))).toBe(false);
    expect(await redeemCode(deps, other, recoveryCodes[0] ?? "")).toBe(false);
  });
});

describe("a recovery code", () => {
  test("works once, however it is typed, and its owner is notified", async () => {
    const account = await newAccount();
    const { recoveryCodes } = await enroll(account);
    const [code = ""] = recoveryCodes;
    expect(await redeemCode(deps, account, ` ${code.toLowerCase().replaceAll("-", " ")}`)).toBe(true);
    expect(await redeemCode(deps, account, code)).toBe(false);
    expect((await getSecondFactor(db, account.id)).recoveryCodesLeft).toBe(9);
    expect(await actions()).toEqual(["second-factor-added", "recovery-code-used"]);
    expect(await queuedEmails()).toEqual([account.email, account.email]);
  });

  test("works once in ten concurrent requests", async () => {
    const account = await newAccount();
    const { recoveryCodes } = await enroll(account);
    const [code = ""] = recoveryCodes;
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => redeemCode(deps, account, code)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test("is not stored in plain text", async () => {
    const account = await newAccount();
    const { recoveryCodes } = await enroll(account);
    const stored = JSON.stringify(await db.selectFrom("staffRecoveryCodes").selectAll().execute());
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
  });

  test("stops working after a renewal, and concurrent renewals leave one set", async () => {
    const account = await newAccount();
    const { recoveryCodes } = await enroll(account);
    const renewed = await Promise.all([renewRecoveryCodes(deps, account), renewRecoveryCodes(deps, account)]);
    expect(renewed.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await getSecondFactor(db, account.id)).recoveryCodesLeft).toBe(10);
    for (const code of recoveryCodes) expect(await redeemCode(deps, account, code)).toBe(false);
    expect(await renewRecoveryCodes(deps, await newAccount())).toEqual({
      ok: false,
      reason: "not-set-up",
    });
  });
});

test("each change is in the audit log and in an email to the owner", async () => {
  const account = await newAccount();
  await enroll(account);
  await renewRecoveryCodes(deps, account);
  await removeAuthenticator(deps, account);
  expect(await actions()).toEqual(["second-factor-added", "recovery-codes-renewed", "second-factor-removed"]);
  expect(await queuedEmails()).toEqual([account.email, account.email, account.email]);
  const rows = await db.selectFrom("auditEvents").select(["actorId", "clientAddress"]).execute();
  for (const row of rows) expect(row).toEqual({ actorId: account.id, clientAddress: "198.18.0.7" });
});

async function newAccount() {
  now = start;
  const { accountId, email, sessionId } = await signedIn(db, { role: "staff" });
  return { id: accountId, email, sessionId, clientAddress: "198.18.0.7" };
}

type TestAccount = Awaited<ReturnType<typeof newAccount>>;

async function startSetup(account: TestAccount): Promise<{ secret: string }> {
  const setup = await startAuthenticatorSetup(deps, account);
  if (!setup.ok) throw new Error("The account already has an authenticator.");
  return setup;
}

async function confirm(account: TestAccount, secret: string): Promise<string[]> {
  const confirmed = await confirmAuthenticator(deps, account, generateCode(secret));
  if (!confirmed.ok) throw new Error("The code is wrong.");
  return confirmed.recoveryCodes;
}

async function enroll(account: TestAccount): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await startSetup(account);
  return { secret, recoveryCodes: await confirm(account, secret) };
}

/** Returns the code that an app displays. @param skewSeconds how far its clock is ahead */
function generateCode(secret: string, skewSeconds = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: now.getTime() + skewSeconds * 1_000,
  });
}

function advanceClock(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1_000);
}

async function actions(): Promise<string[]> {
  const rows = await db.selectFrom("auditEvents").select("action").orderBy("id").execute();
  return rows.map(({ action }) => action);
}

async function queuedEmails(): Promise<string[]> {
  const rows = await db.selectFrom("letters").select(["kind", "recipient"]).orderBy("id").execute();
  for (const { kind } of rows) expect(kind).toBe("account-changed");
  return rows.map(({ recipient }) => recipient);
}

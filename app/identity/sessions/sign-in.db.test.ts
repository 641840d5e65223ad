import { hashPassword as hashWithScrypt } from "better-auth/crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { deviceCountKey } from "#app/identity/devices/known-device.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { systemClock } from "#app/platform/clock.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { countUntilOneIsLeft } from "#tests/kit/count-attempts.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { cheapPasswords } from "#tests/kit/test-settings.ts";

const { db, pool } = testDatabase();
const identity = testIdentity(db);
const deps = { db, clock: systemClock, keys: identity.keys };
const email = "joan@example.com";
const password = "a password for tests";

describe("a password", () => {
  test("that is correct starts a session of the first level, which is recorded", async () => {
    const { id } = await joan();
    const browser = testBrowser();
    expect(await signIn(browser)).toMatchObject({ ok: true, needsSecondFactor: false });
    const session = await identity.currentSession(browser.visitor().request.headers);
    expect(session).toMatchObject({
      staff: { id, email, role: "staff" },
      assurance: "aal1",
      hasRecentAuthentication: true,
    });
    expect(await audited()).toEqual([
      { action: "signed-in", actorEmail: email, subject: null, clientAddress: browser.clientAddress },
    ]);
  });

  test("gets the same response if it is wrong or the account is unknown, and unknown addresses are not recorded", async () => {
    const { id } = await joan();
    const browser = testBrowser();
    expect(await signIn(browser, { password: "something else" })).toEqual({ ok: false, reason: "wrong" });
    expect(await signIn(browser, { email: "nobody@example.com" })).toEqual({ ok: false, reason: "wrong" });
    expect((await audited()).map(({ action, subject }) => [action, subject])).toEqual([
      ["sign-in-failed", `account:${id}`],
      ["sign-in-failed", null],
    ]);
    const { rows } = await pool.query("select * from audit_events");
    expect(JSON.stringify(rows)).not.toContain("nobody@");
  });

  test("under load, rejects an unknown device without a database query and accepts a known device", async () => {
    await joan();
    const known = testBrowser();
    await signIn(known);
    await db.deleteFrom("rateLimits").execute();
    const gate = Promise.withResolvers<void>();
    const work: Promise<void>[] = [];
    const { queue } = identity.passwords;
    while (!queue.isFull("anyone")) work.push(queue.run("anyone", () => gate.promise));
    expect(await signIn(testBrowser())).toEqual({ ok: false, reason: "busy" });
    expect(await db.selectFrom("rateLimits").select("key").execute()).toEqual([]);
    const signingIn = signIn(known);
    gate.resolve();
    expect(await signingIn).toMatchObject({ ok: true });
    await Promise.all(work);
  });

  test("under load, a known browser of an account without a role has no priority, and a busy attempt is not counted", async () => {
    await person(email, "pending");
    const known = testBrowser();
    await signIn(known);
    await db.deleteFrom("rateLimits").execute();
    const gate = Promise.withResolvers<void>();
    const work: Promise<void>[] = [];
    while (!identity.passwords.queue.isFull("anyone")) {
      work.push(identity.passwords.queue.run("anyone", () => gate.promise));
    }
    expect(await signIn(known)).toEqual({ ok: false, reason: "busy" });
    gate.resolve();
    await Promise.all(work);
    expect(await db.selectFrom("rateLimits").select("count").execute()).toEqual([]);
  });

  test("that is wrong pauses the queue, also in a known browser", async () => {
    await joan();
    const known = testBrowser();
    await signIn(known);
    const pauseAfterWrongMs = 200;
    const paused = testIdentity(db, undefined, { passwordCost: { ...cheapPasswords, pauseAfterWrongMs } });
    const start = performance.now();
    const outcome = await paused.signIn(known.visitor(), { email, password: "guess" });
    expect(outcome).toEqual({ ok: false, reason: "wrong" });
    expect(performance.now() - start).toBeGreaterThanOrEqual(pauseAfterWrongMs - 5);
  });

  test("of an unconfirmed address starts no session, and only the correct password gets the reason", async () => {
    await joan();
    await db.updateTable("staffUsers").set({ emailVerified: false }).execute();
    const browser = testBrowser();
    expect(await signIn(browser)).toEqual({ ok: false, reason: "unconfirmed" });
    expect(await signIn(browser, { password: "something else" })).toEqual({ ok: false, reason: "wrong" });
    expect(browser.cookies.size).toBe(0);
  });

  test("with a scrypt hash signs in and is rehashed", async () => {
    await joan();
    await db
      .updateTable("staffAccounts")
      .set({ password: await hashWithScrypt(password) })
      .execute();
    expect(await signIn(testBrowser())).toMatchObject({ ok: true });
    const { password: stored } = await db
      .selectFrom("staffAccounts")
      .select("password")
      .executeTakeFirstOrThrow();
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(await signIn(testBrowser())).toMatchObject({ ok: true });
  });
});

describe("guessing", () => {
  test("is limited by account, known or unknown, and then the correct password is refused too", async () => {
    await joan();
    for (const address of [email, "nobody@example.com"]) {
      await countUntilOneIsLeft(deps, "passwordsByAccount", address);
      expect(await signIn(testBrowser(), { email: address, password: "guess" })).toMatchObject({
        reason: "wrong",
      });
      expect(await signIn(testBrowser(), { email: address })).toEqual({ ok: false, reason: "too-many" });
    }
  });

  test("does not lock a person out of a known browser", async () => {
    await joan();
    const own = testBrowser();
    await signIn(own);
    await countUntilOneIsLeft(deps, "passwordsByAccount", email);
    await signIn(testBrowser(), { password: "guess" });
    expect(await signIn(testBrowser())).toEqual({ ok: false, reason: "too-many" });
    expect(await signIn(own)).toMatchObject({ ok: true });
  });

  test("from the network address of a known browser does not lock it out", async () => {
    await joan();
    const own = testBrowser();
    await signIn(own);
    await countUntilOneIsLeft(deps, "passwordsByAddress", own.clientAddress);
    await signIn(testBrowser(own.clientAddress), { email: "nobody@example.com", password: "guess" });
    expect(await signIn(testBrowser(own.clientAddress))).toEqual({ ok: false, reason: "too-many" });
    expect(await signIn(own)).toMatchObject({ ok: true });
    expect(await signIn(own, { email: "ruth@example.com" })).toEqual({ ok: false, reason: "too-many" });
  });

  test("is limited in a known browser too, and a browser is known for its own account only", async () => {
    const { id } = await joan();
    await person("ruth@example.com", "owner");
    const own = testBrowser();
    await signIn(own);
    await countUntilOneIsLeft(deps, "passwordsByAccount", "ruth@example.com");
    await signIn(testBrowser(), { email: "ruth@example.com", password: "guess" });
    expect(await signIn(own, { email: "ruth@example.com" })).toEqual({ ok: false, reason: "too-many" });
    await countUntilOneIsLeft(
      deps,
      "passwordsByDevice",
      deviceCountKey(id, own.cookies.get("practice.device") ?? ""),
    );
    expect(await signIn(own, { password: "guess" })).toEqual({ ok: false, reason: "wrong" });
    expect(await signIn(own)).toEqual({ ok: false, reason: "too-many" });
  });

  test("shares at most five counts between all known browsers of an account", async () => {
    await withinOneWindow();
    await joan();
    const browsers = Array.from({ length: 12 }, () => testBrowser());
    for (const browser of browsers) {
      await signIn(browser);
      await db.deleteFrom("rateLimits").execute();
    }
    let wrong = 0;
    for (const browser of browsers) {
      for (let at = 0; at < authenticationLimits.passwordsByDevice.most; at += 1) {
        const outcome = await signIn(browser, { password: "guess" });
        if (!outcome.ok && outcome.reason === "wrong") wrong += 1;
      }
    }
    expect(wrong).toBeLessThanOrEqual(5 * authenticationLimits.passwordsByDevice.most);
  });

  test("is limited by client address across accounts and concurrent requests, and recorded once", async () => {
    const address = testBrowser().clientAddress;
    await countUntilOneIsLeft(deps, "passwordsByAddress", address);
    // Concurrent requests must not exceed the limit.
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        signIn(testBrowser(address), { email: `${at}@example.com`, password: "guess" }),
      ),
    );
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "wrong")).toHaveLength(1);
    expect((await audited()).filter(({ action }) => action === "sign-in-refused")).toHaveLength(1);
  });
});

test("IPv6 addresses of one network share a count", async () => {
  await countUntilOneIsLeft(deps, "passwordsByAddress", "2001:db8:1:2::1");
  const guess = { email: "nobody@example.com", password: "guess" };
  expect(await signIn(testBrowser("2001:db8:1:2::2"), guess)).toEqual({ ok: false, reason: "wrong" });
  expect(await signIn(testBrowser("2001:db8:1:2:3::4"), guess)).toEqual({ ok: false, reason: "too-many" });
  expect(await signIn(testBrowser("2001:db8:1:3::1"), guess)).toEqual({ ok: false, reason: "wrong" });
});

test("failures for unknown accounts are recorded once for each client address", async () => {
  const browser = testBrowser();
  for (let at = 0; at < 3; at += 1) await signIn(browser, { email: `${at}@example.com` });
  await signIn(testBrowser(), { email: "nobody@example.com" });
  expect(await audited()).toHaveLength(2);
});

describe("a sign-in during a password change", () => {
  test("has no session afterwards", async () => {
    await joan();
    const renewed = await identity.passwords.hash("another password", "anyone");
    for (let round = 0; round < 12; round += 1) {
      const old = await identity.passwords.hash(password, "anyone");
      await db.updateTable("staffAccounts").set({ password: old }).execute();
      const browsers = [testBrowser(), testBrowser()];
      await Promise.all([
        ...browsers.map((browser) => signIn(browser)),
        db.transaction().execute(async (trx) => {
          await trx.updateTable("staffAccounts").set({ password: renewed }).execute();
          await trx.deleteFrom("staffSessions").execute();
        }),
      ]);
      const sessions = await Promise.all(
        browsers.map((browser) => identity.currentSession(browser.visitor().request.headers)),
      );
      expect(sessions).toEqual([null, null]);
      await pool.query("delete from rate_limits");
    }
  });
});

describe("under a server clock that is wrong", () => {
  afterEach(() => void vi.useRealTimers());
  test.each([-13, 13])("by %i hours, a session starts and ends by the database's clock", async (hours) => {
    await joan();
    const browser = testBrowser();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
    await signIn(browser);
    expect(await identity.currentSession(browser.visitor().request.headers)).not.toBeNull();
    const { rows } =
      await pool.query(`select expires_at - created_at = interval '12 hours' as has_usual_length,
      created_at between now() - interval '1 minute' and now() as starts_now from staff_sessions`);
    expect(rows).toEqual([{ has_usual_length: true, starts_now: true }]);
  });
});

describe("a session", () => {
  test.each([
    [
      "after an hour of inactivity",
      "update staff_sessions set last_used_at = now() - interval '60 minutes 1 second'",
    ],
    ["at its absolute end", "update staff_sessions set expires_at = now()"],
    ...["created_at", "last_used_at", "proved_at"].map((column) => [
      `when its ${column} is ahead of a corrected clock`,
      `update staff_sessions set ${column} = now() + interval '6 minutes'`,
    ]),
    ["when its row is deleted", "delete from staff_sessions"],
    ["with its account", "delete from staff_users"],
  ])("ends %s", async (_, statement) => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    await pool.query(statement);
    expect(await identity.currentSession(browser.visitor().request.headers)).toBeNull();
  });

  test("is extended by use, but not by automatic requests", async () => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const { headers } = browser.visitor().request;
    const almost = "update staff_sessions set last_used_at = now() - interval '59 minutes'";
    await pool.query(almost);
    await identity.currentSession(headers, "quiet");
    const quiet = await pool.query(
      "select 1 from staff_sessions where last_used_at > now() - interval '1 minute'",
    );
    expect(quiet.rowCount).toBe(0);
    await identity.currentSession(headers);
    const used = await pool.query(
      "select 1 from staff_sessions where last_used_at > now() - interval '1 minute'",
    );
    expect(used.rowCount).toBe(1);
  });

  test.each([
    ["another signature", (value: string) => `${value.slice(0, -6)}AAAAA%3D`],
    ["no signature", (value: string) => value.split(".")[0] ?? ""],
    ["nonsense", () => "%%%"],
    ["nothing", () => ""],
  ])("is not found if the cookie has %s, and the cookie is removed", async (_, tamper) => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const name = "practice.session_token";
    browser.cookies.set(name, tamper(browser.cookies.get(name) ?? ""));
    const { headers } = browser.visitor().request;
    expect(await identity.currentSession(headers)).toBeNull();
    expect(identity.forgetSession(headers).getSetCookie()).toEqual([
      `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    expect(identity.forgetSession(new Headers()).getSetCookie()).toEqual([]);
  });

  test("reads the role for each request, so a change or end of the role applies immediately", async () => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const roleNow = async () =>
      (await identity.currentSession(browser.visitor().request.headers))?.staff.role;
    await pool.query("update staff_users set role = 'examiner', role_ends_at = now() + interval '1 day'");
    expect(await roleNow()).toBe("examiner");
    await pool.query("update staff_users set role_ends_at = now() - interval '1 second'");
    expect(await roleNow()).toBe("pending");
  });

  test("replaces the browser's previous session", async () => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const copied = browser.visitor().request.headers;
    await signIn(browser);
    expect(await identity.currentSession(copied)).toBeNull();
    expect(await identity.currentSession(browser.visitor().request.headers)).not.toBeNull();
  });

  test("that was signed out loses its cookie, and the sign-out is recorded", async () => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const copied = browser.visitor().request.headers;
    browser.take(await identity.signOut(browser.visitor()));
    expect(browser.cookies.has("practice.session_token")).toBe(false);
    expect(await identity.currentSession(copied)).toBeNull();
    expect((await audited()).map(({ action }) => action)).toEqual(["signed-in", "signed-out"]);
  });

  test("has a secure, HTTP-only cookie over https", async () => {
    await joan();
    const secure = testIdentity(db, "https://practice.example");
    const outcome = await secure.signIn(testBrowser().visitor(), { email, password });
    const cookies = outcome.ok ? outcome.headers.getSetCookie() : [];
    expect(cookies[0]).toMatch(/^__Host-practice\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookies[1]).toMatch(/^practice\.device=.*Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  });

  test("is not accepted over https from a cookie without the __Host- prefix", async () => {
    await joan();
    const secure = testIdentity(db, "https://practice.example");
    const outcome = await secure.signIn(testBrowser().visitor(), { email, password });
    const [pair = ""] = (outcome.ok ? outcome.headers.getSetCookie()[0] : "")?.split(";") ?? [];
    expect(await secure.currentSession(new Headers({ cookie: pair }))).toMatchObject({ staff: { email } });
    for (const prefix of ["__Secure-", ""]) {
      const headers = new Headers({ cookie: pair.replace("__Host-", prefix) });
      expect(await secure.currentSession(headers), prefix).toBeNull();
    }
    expect(secure.forgetSession(new Headers({ cookie: pair })).getSetCookie()).toEqual([
      "__Host-practice.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure",
    ]);
  });
});

function joan(): Promise<{ id: string }> {
  return person(email, "staff");
}

async function person(address: string, role: Role): Promise<{ id: string }> {
  const account = { name: "A person", email: address, password, role, actor: { kind: "shell" } } as const;
  const outcome = await addAccount({ db, passwords: identity.passwords }, account);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome;
}

async function signIn(
  browser: ReturnType<typeof testBrowser>,
  changes: Partial<{ email: string; password: string }> = {},
) {
  const outcome = await identity.signIn(browser.visitor(), { email, password, ...changes });
  if (outcome.ok) browser.take(outcome.headers);
  return outcome;
}

function audited() {
  return db
    .selectFrom("auditEvents")
    .select(["action", "actorEmail", "subject", "clientAddress"])
    .where("actorKind", "!=", "shell")
    .orderBy("id")
    .execute();
}

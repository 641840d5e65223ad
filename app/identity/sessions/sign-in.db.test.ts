import { hashPassword as hashAsBefore } from "better-auth/crypto";
import { describe, expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { deviceCountKey } from "#app/identity/devices/known-device.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { type GuessLimit, guessLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { cheapPasswords } from "#tests/kit/test-settings.ts";

const { db, pool } = testDatabase();
const identity = testIdentity(db);
const email = "joan@example.com";
const password = "a password for tests";

describe("a password", () => {
  test("that is right begins a session of the first level, which the audit log knows of", async () => {
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

  test("that is wrong, or of nobody, gets the same answer; the log says whose account it was, and no other address", async () => {
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

  test("of an address that was not confirmed begins nothing, and only the right one is told why", async () => {
    await joan();
    await db.updateTable("staffUsers").set({ emailVerified: false }).execute();
    const browser = testBrowser();
    expect(await signIn(browser)).toEqual({ ok: false, reason: "unconfirmed" });
    expect(await signIn(browser, { password: "something else" })).toEqual({ ok: false, reason: "wrong" });
    expect(browser.cookies.size).toBe(0);
  });

  test("kept in the old way lets its owner in and is kept in the new way from then on", async () => {
    await joan();
    await db
      .updateTable("staffAccounts")
      .set({ password: await hashAsBefore(password) })
      .execute();
    expect(await signIn(testBrowser())).toMatchObject({ ok: true });
    const { password: kept } = await db
      .selectFrom("staffAccounts")
      .select("password")
      .executeTakeFirstOrThrow();
    expect(kept).toMatch(/^\$argon2id\$/);
    expect(await signIn(testBrowser())).toMatchObject({ ok: true });
  });
});

describe("guessing", () => {
  test("ends for an account after so many tries from anywhere, also with the right password, exists it or not", async () => {
    await joan();
    for (const address of [email, "nobody@example.com"]) {
      await allButOne("passwordsByAccount", address);
      expect(await signIn(testBrowser(), { email: address, password: "guess" })).toMatchObject({
        reason: "wrong",
      });
      expect(await signIn(testBrowser(), { email: address })).toEqual({ ok: false, reason: "too-many" });
    }
  });

  test("locks nobody out of a browser from which they were signed in before", async () => {
    await joan();
    const own = testBrowser();
    await signIn(own);
    await allButOne("passwordsByAccount", email);
    await signIn(testBrowser(), { password: "guess" });
    expect(await signIn(testBrowser())).toEqual({ ok: false, reason: "too-many" });
    expect(await signIn(own)).toMatchObject({ ok: true });
  });

  test("from a known browser ends too, and a browser known for one account is a stranger to another", async () => {
    const { id } = await joan();
    await person("ruth@example.com", "owner");
    const own = testBrowser();
    await signIn(own);
    await allButOne("passwordsByAccount", "ruth@example.com");
    await signIn(testBrowser(), { email: "ruth@example.com", password: "guess" });
    expect(await signIn(own, { email: "ruth@example.com" })).toEqual({ ok: false, reason: "too-many" });
    await allButOne("passwordsByDevice", deviceCountKey(id, own.cookies.get("practice.device") ?? ""));
    expect(await signIn(own, { password: "guess" })).toEqual({ ok: false, reason: "wrong" });
    expect(await signIn(own)).toEqual({ ok: false, reason: "too-many" });
  });

  test("has at most five counts for the known browsers of an account, however often it signs in", async () => {
    await withinOneWindow();
    await joan();
    const browsers = Array.from({ length: 12 }, () => testBrowser());
    for (const browser of browsers) {
      await signIn(browser);
      await db.deleteFrom("rateLimits").execute();
    }
    let wrong = 0;
    for (const browser of browsers) {
      for (let at = 0; at < guessLimits.passwordsByDevice.most; at += 1) {
        const outcome = await signIn(browser, { password: "guess" });
        if (!outcome.ok && outcome.reason === "wrong") wrong += 1;
      }
    }
    expect(wrong).toBeLessThanOrEqual(5 * guessLimits.passwordsByDevice.most);
  });

  test("from one address ends whatever accounts are tried, however many at once, and the log is told once", async () => {
    const address = testBrowser().clientAddress;
    await allButOne("passwordsByAddress", address);
    // Side by side: none of them slips past the count.
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        signIn(testBrowser(address), { email: `${at}@example.com`, password: "guess" }),
      ),
    );
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "wrong")).toHaveLength(1);
    expect((await audited()).filter(({ action }) => action === "sign-in-refused")).toHaveLength(1);
  });
});

test("an address of IPv6 counts with its household", async () => {
  await allButOne("passwordsByAddress", "2001:db8:1:2::1");
  const guess = { email: "nobody@example.com", password: "guess" };
  expect(await signIn(testBrowser("2001:db8:1:2::2"), guess)).toEqual({ ok: false, reason: "wrong" });
  expect(await signIn(testBrowser("2001:db8:1:2:3::4"), guess)).toEqual({ ok: false, reason: "too-many" });
  expect(await signIn(testBrowser("2001:db8:1:3::1"), guess)).toEqual({ ok: false, reason: "wrong" });
});

test("failures of nobody's account stand in the log once for an address, however many there are", async () => {
  const browser = testBrowser();
  for (let at = 0; at < 3; at += 1) await signIn(browser, { email: `${at}@example.com` });
  await signIn(testBrowser(), { email: "nobody@example.com" });
  expect(await audited()).toHaveLength(2);
});

describe("a sign-in with a password that is being changed", () => {
  test("is out again, however the two meet", async () => {
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

describe("a session", () => {
  test.each([
    [
      "after an hour without use",
      "update staff_sessions set last_used_at = now() - interval '60 minutes 1 second'",
    ],
    ["at its end, used or not", "update staff_sessions set expires_at = now()"],
    ["when its row is gone", "delete from staff_sessions"],
    ["with its account", "delete from staff_users"],
  ])("ends %s", async (_, statement) => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    await pool.query(statement);
    expect(await identity.currentSession(browser.visitor().request.headers)).toBeNull();
  });

  test("lives on by being used, and not by what a page asks by itself", async () => {
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
  ])("is none where the cookie has %s; what came is taken away", async (_, tamper) => {
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

  test("asks for its role each time: who was demoted is so at once, and an examiner whose time is over waits", async () => {
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

  test("takes the place of the one that the browser had", async () => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const copied = browser.visitor().request.headers;
    await signIn(browser);
    expect(await identity.currentSession(copied)).toBeNull();
    expect(await identity.currentSession(browser.visitor().request.headers)).not.toBeNull();
  });

  test("that was ended is over in the browser too, and the log says so", async () => {
    await joan();
    const browser = testBrowser();
    await signIn(browser);
    const copied = browser.visitor().request.headers;
    browser.take(await identity.signOut(browser.visitor()));
    expect(browser.cookies.has("practice.session_token")).toBe(false);
    expect(await identity.currentSession(copied)).toBeNull();
    expect((await audited()).map(({ action }) => action)).toEqual(["signed-in", "signed-out"]);
  });

  test("keeps its token to itself: over https the cookie is for https alone", async () => {
    await joan();
    const secure = testIdentity(db, "https://practice.example");
    const outcome = await secure.signIn(testBrowser().visitor(), { email, password });
    const cookies = outcome.ok ? outcome.headers.getSetCookie() : [];
    expect(cookies[0]).toMatch(/^__Host-practice\.session_token=.*; HttpOnly; Secure; SameSite=Lax$/);
    expect(cookies[1]).toMatch(/^practice\.device=.*Path=\/auth; HttpOnly; SameSite=Lax; Secure$/);
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

/** As if it had been tried so often that one try is left. */
async function allButOne(limit: GuessLimit, of: string): Promise<void> {
  const deps = { db, clock: systemClock, keys: identity.keys };
  for (let at = 1; at < guessLimits[limit].most; at += 1) {
    expect(await countAttempts(deps, [{ limit, of }])).toBe("within");
  }
}

function audited() {
  return db
    .selectFrom("auditEvents")
    .select(["action", "actorEmail", "subject", "clientAddress"])
    .where("actorKind", "!=", "shell")
    .orderBy("id")
    .execute();
}

import { beforeEach, describe, expect, test } from "vitest";
import type { KyselyPlugin } from "kysely";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { anotherSession } from "#tests/kit/signed-in.ts";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { passwordHashOf } from "./account-rows.server.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { inviteAccount } from "#app/identity/account-management/invitations.server.ts";
import { listAccounts } from "#app/identity/account-management/list-accounts.server.ts";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import {
  makeLinkToHandOver,
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";

const { db, pool } = testDatabase();
const { deps, add, audited, endTheTimeOfLinks, letters, token } = accountCommands(db);

const email = "joan@example.com";
const clientAddress = "198.18.0.7";
const password = "another rain on limestone";
const over = { ok: false, reason: "link-over" };

let joan: { id: string; email: string };
beforeEach(async () => {
  joan = await add(email);
});

const ask = (address = email) => requestPasswordReset(deps, { email: address, clientAddress });
const reset = (link: string, next = password) =>
  resetPassword(deps, { link, password: next, clientAddress, browser: "Firefox on Linux" });
const sessions = async () =>
  (await db.selectFrom("staffSessions").select("id").execute()).map(({ id }) => id);

describe("who asks for a new password", () => {
  test("is sent a link where the address has an account, and nothing elsewhere", async () => {
    await ask("nobody@example.com");
    await ask(" JOAN@example.com");
    expect(await letters()).toEqual([`account-reset to ${email}`]);
  });

  test("has the same number of statements run whether the address is known or not", async () => {
    const countStatements = async (address: string) => {
      const kinds: string[] = [];
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          kinds.push(node.kind);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      await requestPasswordReset({ ...deps, db: db.withPlugin(plugin) }, { email: address });
      return kinds.length;
    };
    const known = await countStatements(email);
    expect(known).toBeGreaterThan(0);
    expect(await countStatements("nobody@example.com")).toBe(known);
  });

  test("is logged in both cases, without the address", async () => {
    await ask("nobody@example.com");
    await ask();
    const asked = (await audited()).slice(-2);
    expect(asked).toMatchObject([
      { action: "password-reset-requested", actorKind: "nobody", subject: null, clientAddress },
      {
        action: "password-reset-requested",
        actorKind: "nobody",
        subject: `account:${joan.id}`,
        clientAddress,
      },
    ]);
    expect(JSON.stringify(asked)).not.toContain("example.com");
  });
});

describe("the link for a new password", () => {
  test("sets it, and ends all sessions; the log and a letter tell of it", async () => {
    await anotherSession(db, joan.id);
    await anotherSession(db, joan.id);
    await ask();
    expect(await reset(await token("reset"))).toEqual({ ok: true, accountId: joan.id, email });
    expect(await passwordHashOf(db, joan.id)).toBe(`quick:${password}`);
    expect(await sessions()).toEqual([]);
    expect(await letters()).toEqual([`account-reset to ${email}`, `account-changed to ${email}`]);
    expect((await audited()).at(-1)).toMatchObject({
      action: "password-changed",
      actorEmail: email,
      subject: `account:${joan.id}`,
      details: { by: "reset link", sessionsEnded: 2, browser: "Firefox on Linux" },
      clientAddress,
    });
  });

  test("leaves the sessions and passwords of everybody else", async () => {
    const { id } = await add("ruth@example.com", "owner");
    const { sessionId } = await anotherSession(db, id);
    await ask();
    await reset(await token("reset"));
    expect(await sessions()).toEqual([sessionId]);
    expect(await passwordHashOf(db, id)).toBe(`quick:${goodPassword}`);
  });

  test("works once, of five who use it at once", async () => {
    await ask();
    const link = await token("reset");
    const outcomes = await runConcurrently(pool, "staff_links", 5, (index) =>
      reset(link, `${password} ${index}`),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([over, over, over, over]);
    expect(await reset(link)).toEqual(over);
    expect((await letters()).filter((letter) => letter.startsWith("account-changed"))).toHaveLength(1);
  });

  test("works for an hour", async () => {
    await ask();
    const { expiresAt, createdAt } = await db
      .selectFrom("staffLinks")
      .select(["expiresAt", "createdAt"])
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(3_600_000);
    await endTheTimeOfLinks();
    expect(await reset(await token("reset"))).toEqual(over);
    expect(await passwordHashOf(db, joan.id)).toBe(`quick:${goodPassword}`);
  });

  test("ends when a newer one is asked for", async () => {
    await ask();
    const older = await token("reset");
    await ask();
    expect(await reset(older)).toEqual(over);
    expect(await reset(await token("reset"))).toMatchObject({ ok: true });
  });

  test("is for the account that it was sent to, and goes with it", async () => {
    await ask();
    const link = await token("reset");
    await db.deleteFrom("staffUsers").execute();
    expect(await reset(link)).toEqual(over);
  });

  test("takes no password that everybody knows, and stays good", async () => {
    await ask();
    const link = await token("reset");
    expect(await reset(link, "passwordpassword")).toEqual({ ok: false, reason: "common-password" });
    expect(await reset(link)).toMatchObject({ ok: true });
  });

  test("confirms the address of somebody who signed up, and lets them no further", async () => {
    await add("ruth@example.com", "owner");
    await requestAccount(deps, { email: "una@example.com", password: goodPassword });
    const confirmation = await token("confirm");
    await ask("una@example.com");
    expect(await reset(await token("reset"))).toMatchObject({ ok: true });
    const una = (await listAccounts(db)).find((account) => account.email === "una@example.com");
    expect(una).toMatchObject({ isConfirmed: true, role: "pending" });
    expect(await letters()).toContain("account-waiting to ruth@example.com");
    expect(await confirmAddress(deps, { link: confirmation, password })).toEqual(over);
  });
});

test("a reset tells no owner again of somebody who waits and had confirmed the address before", async () => {
  await add("ruth@example.com", "owner");
  await add("una@example.com", "pending");
  await ask("una@example.com");
  expect(await reset(await token("reset"))).toMatchObject({ ok: true });
  expect((await letters()).filter((letter) => letter.startsWith("account-waiting"))).toEqual([]);
  expect((await audited()).map(({ action }) => action)).not.toContain("address-confirmed");
});

describe("a link from the shell", () => {
  test("sets a password, and sends no letter", async () => {
    const made = await makeLinkToHandOver(deps, { email: "Joan@example.com", actor: { kind: "shell" } });
    expect(made).toMatchObject({ ok: true, kind: "reset" });
    expect(await letters()).toEqual([]);
    expect(await reset(await token("reset"))).toMatchObject({ ok: true });
    expect((await audited())[1]).toMatchObject({ action: "password-reset-requested", actorKind: "shell" });
  });

  test("confirms the address where that was not done", async () => {
    await requestAccount(deps, { email: "una@example.com", password: goodPassword });
    const made = await makeLinkToHandOver(deps, { email: "una@example.com", actor: { kind: "shell" } });
    expect(made).toMatchObject({ ok: true, kind: "confirm" });
  });

  test("is the one of the invitation where somebody was invited, also where a stranger asked for an account", async () => {
    const ruth = await add("ruth@example.com", "owner");
    const invited = { email: "una@example.com", role: "staff", actor: { kind: "staff", ...ruth } } as const;
    await inviteAccount(deps, invited);
    const order = { email: " Una@example.com", actor: { kind: "shell" } } as const;
    const made = await makeLinkToHandOver(deps, order);
    expect(made).toMatchObject({ ok: true, kind: "invite" });
    expect(made.ok && deps.keys.linkToken("invite", made.id)).toBe(await token("invite"));
    expect((await audited()).at(-1)).toMatchObject({ action: "invitation-sent", actorKind: "shell" });
    await requestAccount(deps, { email: "una@example.com", password: goodPassword });
    expect(await makeLinkToHandOver(deps, order)).toEqual(made);
    await endTheTimeOfLinks();
    expect(await makeLinkToHandOver(deps, order)).toMatchObject({ ok: true, kind: "confirm" });
  });

  test("is not made for an address without an account", async () => {
    const made = await makeLinkToHandOver(deps, { email: "nobody@example.com", actor: { kind: "shell" } });
    expect(made).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("who knows the password", () => {
  const change = (current: string, next: string, id = "none") => {
    const session = { id, staff: { ...joan, name: "Joan", role: "staff" } } as const;
    return changePassword(deps, { session, current, next, clientAddress });
  };

  test("sets another, which ends all other sessions and every link for a new one", async () => {
    const { sessionId } = await anotherSession(db, joan.id);
    await anotherSession(db, joan.id);
    await ask();
    const link = await token("reset");
    expect(await change(goodPassword, password, sessionId)).toEqual({ ok: true });
    expect(await passwordHashOf(db, joan.id)).toBe(`quick:${password}`);
    expect(await sessions()).toEqual([sessionId]);
    expect(await reset(link)).toEqual(over);
    expect(await letters()).toContain(`account-changed to ${email}`);
    expect((await audited()).at(-1)).toMatchObject({
      action: "password-changed",
      details: { by: "current password", sessionsEnded: 1 },
    });
  });

  test("is not somebody who types another, which the log tells", async () => {
    await anotherSession(db, joan.id);
    expect(await change("of a stranger", password)).toEqual({ ok: false, reason: "wrong" });
    expect(await passwordHashOf(db, joan.id)).toBe(`quick:${goodPassword}`);
    expect(await sessions()).toHaveLength(1);
    expect(await letters()).toEqual([]);
    expect((await audited()).at(-1)).toMatchObject({
      action: "proof-failed",
      actorEmail: email,
      details: { with: "password", reason: "wrong" },
      clientAddress,
    });
  });

  test("has ten tries, of which the log tells, and of the refusals once", async () => {
    for (let at = 1; at <= 10; at += 1) await change("of a stranger", password);
    const tooMany = { ok: false, reason: "too-many" };
    expect(await change(goodPassword, password)).toEqual(tooMany);
    expect(await change(goodPassword, password)).toEqual(tooMany);
    const told = (await audited()).filter(({ action }) => action === "proof-failed");
    expect(told.map(({ details }) => details)).toEqual([
      ...Array.from({ length: 10 }, () => ({ with: "password", reason: "wrong" })),
      { with: "password", reason: "too-many" },
    ]);
    expect(await passwordHashOf(db, joan.id)).toBe(`quick:${goodPassword}`);
  });

  test("has as many tries as anybody from one address, whatever the accounts", async () => {
    const counting = () => countAttempts(deps, [{ limit: "passwordsByAddress", of: clientAddress }]);
    for (let at = 1; at <= 49; at += 1) await counting();
    expect(await change(goodPassword, password)).toEqual({ ok: true });
    expect(await change(password, goodPassword)).toEqual({ ok: false, reason: "too-many" });
  });

  test("gets on with a link for a new password that is used at the same moment", async () => {
    for (let round = 1; round <= 20; round += 1) {
      await db.deleteFrom("rateLimits").execute();
      await ask();
      const link = await token("reset");
      const now = (await passwordHashOf(db, joan.id))?.replace("quick:", "") ?? "";
      const outcomes = await Promise.all([
        reset(link, `${password} reset ${round}`),
        change(now, `${password} changed ${round}`),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });

  test("does not choose one that everybody knows", async () => {
    expect(await change(goodPassword, "passwordpassword")).toEqual({ ok: false, reason: "common-password" });
  });

  test("is one, of two who change it at once", async () => {
    const outcomes = await Promise.all([
      change(goodPassword, `${password} 1`),
      change(goodPassword, `${password} 2`),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: "wrong" });
  });
});

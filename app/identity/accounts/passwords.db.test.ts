import { beforeEach, describe, expect, test } from "vitest";
import type { KyselyPlugin } from "kysely";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { actorInSession } from "#tests/kit/signed-in.ts";
import { anotherSession } from "#tests/kit/signed-in.ts";
import { countAttempts } from "#app/identity/rate-limits/count-attempts.server.ts";
import { findPasswordHash } from "./account-rows.server.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { inviteAccount } from "#app/identity/account-management/invitations.server.ts";
import { listAccounts } from "#app/identity/account-management/list-team.server.ts";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import {
  getLinkToShare,
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";

const { db, pool } = testDatabase();
const { deps, add, auditEvents, expireLinks, queuedEmails, token } = accountCommands(db);

const email = "joan@example.com";
const clientAddress = "198.18.0.7";
const password = "another rain on limestone";
const expired = { ok: false, reason: "link-expired" };

let joan: { id: string; email: string };
beforeEach(async () => {
  joan = await add(email);
});

const ask = (address = email) => requestPasswordReset(deps, { email: address, clientAddress });
const reset = (link: string, next = password) =>
  resetPassword(deps, { link, password: next, clientAddress, browser: "Firefox on Linux" });
const sessions = async () =>
  (await db.selectFrom("staffSessions").select("id").execute()).map(({ id }) => id);

describe("a request for a new password", () => {
  test("sends a link only to an address with an account", async () => {
    await ask("nobody@example.com");
    await ask(" JOAN@example.com");
    expect(await queuedEmails()).toEqual([`account-reset to ${email}`]);
  });

  test("runs the same number of statements for known and unknown addresses", async () => {
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

  test("is recorded in both cases, without the address", async () => {
    await ask("nobody@example.com");
    await ask();
    const requests = (await auditEvents()).slice(-2);
    expect(requests).toMatchObject([
      { action: "password-reset-requested", actorKind: "nobody", subject: null, clientAddress },
      {
        action: "password-reset-requested",
        actorKind: "nobody",
        subject: `account:${joan.id}`,
        clientAddress,
      },
    ]);
    expect(JSON.stringify(requests)).not.toContain("example.com");
  });
});

describe("the reset link", () => {
  test("sets the password, ends all sessions, and is recorded and announced", async () => {
    await anotherSession(db, joan.id);
    await anotherSession(db, joan.id);
    await ask();
    expect(await reset(await token("reset"))).toEqual({ ok: true, accountId: joan.id, email });
    expect(await findPasswordHash(db, joan.id)).toBe(`quick:${password}`);
    expect(await sessions()).toEqual([]);
    expect(await queuedEmails()).toEqual([`account-reset to ${email}`, `account-changed to ${email}`]);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "password-changed",
      actorEmail: email,
      subject: `account:${joan.id}`,
      details: { by: "reset link", sessionsEnded: 2, browser: "Firefox on Linux" },
      clientAddress,
    });
  });

  test("does not affect other accounts", async () => {
    const { id } = await add("ruth@example.com", "owner");
    const { sessionId } = await anotherSession(db, id);
    await ask();
    await reset(await token("reset"));
    expect(await sessions()).toEqual([sessionId]);
    expect(await findPasswordHash(db, id)).toBe(`quick:${goodPassword}`);
  });

  test("works once in five concurrent requests", async () => {
    await ask();
    const link = await token("reset");
    const outcomes = await runConcurrently(pool, "staff_links", 5, (index) =>
      reset(link, `${password} ${index}`),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([expired, expired, expired, expired]);
    expect(await reset(link)).toEqual(expired);
    expect((await queuedEmails()).filter((entry) => entry.startsWith("account-changed"))).toHaveLength(1);
  });

  test("is replaced after its use a limited number of times in a day", async () => {
    await withinOneWindow(60);
    const { resetLinksByMailbox, replacedLinksByMailbox } = authenticationLimits;
    let used = 0;
    for (let times = 0; times < 30; times += 1) {
      await ask();
      if ((await reset(await token("reset"))).ok) used += 1;
    }
    expect(used).toBe(resetLinksByMailbox.most + replacedLinksByMailbox.most);
  });

  test("expires after an hour", async () => {
    await ask();
    const { expiresAt, createdAt } = await db
      .selectFrom("staffLinks")
      .select(["expiresAt", "createdAt"])
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(3_600_000);
    await expireLinks();
    expect(await reset(await token("reset"))).toEqual(expired);
    expect(await findPasswordHash(db, joan.id)).toBe(`quick:${goodPassword}`);
  });

  test("is replaced by a newer link", async () => {
    await ask();
    const older = await token("reset");
    await ask();
    expect(await reset(older)).toEqual(expired);
    expect(await reset(await token("reset"))).toMatchObject({ ok: true });
  });

  test("is deleted with its account", async () => {
    await ask();
    const link = await token("reset");
    await db.deleteFrom("staffUsers").execute();
    expect(await reset(link)).toEqual(expired);
  });

  test("rejects a common password and stays valid", async () => {
    await ask();
    const link = await token("reset");
    expect(await reset(link, "passwordpassword")).toEqual({ ok: false, reason: "common-password" });
    expect(await reset(link)).toMatchObject({ ok: true });
  });

  test("confirms the address of a pending account but does not approve it", async () => {
    await add("ruth@example.com", "owner");
    await requestAccount(deps, { email: "una@example.com", password: goodPassword });
    const confirmation = await token("confirm");
    await ask("una@example.com");
    expect(await reset(await token("reset"))).toMatchObject({ ok: true });
    const una = (await listAccounts(db)).find((account) => account.email === "una@example.com");
    expect(una).toMatchObject({ isConfirmed: true, role: "pending" });
    expect(await queuedEmails()).toContain("account-waiting to ruth@example.com");
    expect(await confirmAddress(deps, { link: confirmation, password })).toEqual(expired);
  });
});

test("a reset does not notify owners again of a pending account that was already confirmed", async () => {
  await add("ruth@example.com", "owner");
  await add("una@example.com", "pending");
  await ask("una@example.com");
  expect(await reset(await token("reset"))).toMatchObject({ ok: true });
  expect((await queuedEmails()).filter((entry) => entry.startsWith("account-waiting"))).toEqual([]);
  expect((await auditEvents()).map(({ action }) => action)).not.toContain("address-confirmed");
});

describe("a link from the command line", () => {
  test("sets a password and is not emailed", async () => {
    const made = await getLinkToShare(deps, { email: "Joan@example.com", actor: { kind: "shell" } });
    expect(made).toMatchObject({ ok: true, kind: "reset" });
    expect(await queuedEmails()).toEqual([]);
    expect(await reset(await token("reset"))).toMatchObject({ ok: true });
    expect((await auditEvents())[1]).toMatchObject({
      action: "password-reset-requested",
      actorKind: "shell",
    });
  });

  test("confirms an unconfirmed address", async () => {
    await requestAccount(deps, { email: "una@example.com", password: goodPassword });
    const made = await getLinkToShare(deps, { email: "una@example.com", actor: { kind: "shell" } });
    expect(made).toMatchObject({ ok: true, kind: "confirm" });
  });

  test("is the open invitation of an invited person, even if a stranger requested an account", async () => {
    const ruth = await actorInSession(db, await add("ruth@example.com", "owner"));
    const invited = { email: "una@example.com", role: "staff", actor: ruth } as const;
    await inviteAccount(deps, invited);
    const request = { email: " Una@example.com", actor: { kind: "shell" } } as const;
    const made = await getLinkToShare(deps, request);
    expect(made).toMatchObject({ ok: true, kind: "invite" });
    expect(made.ok && deps.keys.linkToken("invite", made.id)).toBe(await token("invite"));
    expect((await auditEvents()).at(-1)).toMatchObject({ action: "invitation-sent", actorKind: "shell" });
    await requestAccount(deps, { email: "una@example.com", password: goodPassword });
    expect(await getLinkToShare(deps, request)).toEqual(made);
    await expireLinks();
    expect(await getLinkToShare(deps, request)).toMatchObject({ ok: true, kind: "confirm" });
  });

  test("is not created for an address without an account", async () => {
    const made = await getLinkToShare(deps, { email: "nobody@example.com", actor: { kind: "shell" } });
    expect(made).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("a password change", () => {
  const change = (current: string, next: string, id = "none") => {
    const session = { id, staff: { ...joan, name: "Joan", role: "staff", mayViewLeads: false } } as const;
    return changePassword(deps, { session, current, next, clientAddress });
  };

  test("ends all other sessions and every reset link", async () => {
    const { sessionId } = await anotherSession(db, joan.id);
    await anotherSession(db, joan.id);
    await ask();
    const link = await token("reset");
    expect(await change(goodPassword, password, sessionId)).toEqual({ ok: true });
    expect(await findPasswordHash(db, joan.id)).toBe(`quick:${password}`);
    expect(await sessions()).toEqual([sessionId]);
    expect(await reset(link)).toEqual(expired);
    expect(await queuedEmails()).toContain(`account-changed to ${email}`);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "password-changed",
      details: { by: "current password", sessionsEnded: 1 },
    });
  });

  test("with a wrong current password is refused and recorded", async () => {
    await anotherSession(db, joan.id);
    expect(await change("of a stranger", password)).toEqual({ ok: false, reason: "wrong" });
    expect(await findPasswordHash(db, joan.id)).toBe(`quick:${goodPassword}`);
    expect(await sessions()).toHaveLength(1);
    expect(await queuedEmails()).toEqual([]);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "proof-failed",
      actorEmail: email,
      details: { with: "password", reason: "wrong" },
      clientAddress,
    });
  });

  test("allows ten attempts, which are recorded, and records one refusal", async () => {
    for (let at = 1; at <= 10; at += 1) await change("of a stranger", password);
    const tooMany = { ok: false, reason: "too-many" };
    expect(await change(goodPassword, password)).toEqual(tooMany);
    expect(await change(goodPassword, password)).toEqual(tooMany);
    const failures = (await auditEvents()).filter(({ action }) => action === "proof-failed");
    expect(failures.map(({ details }) => details)).toEqual([
      ...Array.from({ length: 10 }, () => ({ with: "password", reason: "wrong" })),
      { with: "password", reason: "too-many" },
    ]);
    expect(await findPasswordHash(db, joan.id)).toBe(`quick:${goodPassword}`);
  });

  test("is not limited by the network address, which strangers may share", async () => {
    const counting = () => countAttempts(deps, [{ limit: "passwordsByAddress", of: clientAddress }]);
    for (let at = 1; at <= 50; at += 1) await counting();
    expect(await change(goodPassword, password)).toEqual({ ok: true });
  });

  test("does not deadlock with a concurrent use of a reset link", async () => {
    for (let round = 1; round <= 20; round += 1) {
      await db.deleteFrom("rateLimits").execute();
      await ask();
      const link = await token("reset");
      const now = (await findPasswordHash(db, joan.id))?.replace("quick:", "") ?? "";
      const outcomes = await Promise.all([
        reset(link, `${password} reset ${round}`),
        change(now, `${password} changed ${round}`),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });

  test("rejects a common password", async () => {
    expect(await change(goodPassword, "passwordpassword")).toEqual({ ok: false, reason: "common-password" });
  });

  test("succeeds once in two concurrent requests", async () => {
    const outcomes = await Promise.all([
      change(goodPassword, `${password} 1`),
      change(goodPassword, `${password} 2`),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: "wrong" });
  });
});

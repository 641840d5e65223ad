import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { authenticationLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { approveAccount } from "#app/identity/account-management/change-role.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { listAccounts } from "#app/identity/account-management/list-team.server.ts";
import {
  requestAccount,
  resendConfirmation,
} from "#app/identity/account-management/request-account.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";

const { db, pool } = testDatabase();
const { deps, add, auditEvents, expireLinks, queuedEmails, token } = accountCommands(db);

const email = "joan@example.com";
const clientAddress = "198.18.0.7";
const request = { email: " Joan@Example.com", password: goodPassword, clientAddress };
const expired = { ok: false, reason: "link-expired" };

describe("a sign-up", () => {
  test("creates a pending account and sends a link", async () => {
    await add("ruth@example.com", "owner");
    expect(await requestAccount(deps, request)).toEqual({ ok: true });
    expect((await listAccounts(db))[1]).toEqual({
      email,
      name: "joan",
      role: "pending",
      roleEndsAt: null,
      mayViewLeads: false,
      isConfirmed: false,
    });
    // Owners are notified only after the address is confirmed.
    expect(await queuedEmails()).toEqual([`account-confirm to ${email}`]);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "account-requested",
      actorKind: "nobody",
      actorEmail: null,
      clientAddress,
    });
  });

  test.each(["owner", "pending"] as const)("reports that the address has an account (%s)", async (role) => {
    await add(email, role);
    expect(await requestAccount(deps, request)).toEqual({ ok: false, reason: "account-exists" });
    expect(await queuedEmails()).toEqual([]);
  });

  test("that is submitted several times at the same time sends one email, and succeeds each time", async () => {
    const outcomes = await runConcurrently(pool, "staff_users", 3, () => requestAccount(deps, request));
    expect(outcomes).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await queuedEmails()).toHaveLength(1);
  });

  test("of a stranger with a person's address does not prevent the person's own sign-up", async () => {
    await requestAccount(deps, { ...request, password: "chosen by a stranger" });
    for (let at = 0; at < 4; at += 1) await resendConfirmation(deps, { email });
    expect(await requestAccount(deps, request)).toEqual({ ok: true });
    expect(await queuedEmails()).toEqual([
      `account-confirm to ${email}`,
      `account-confirm to ${email}`,
      `account-reset to ${email}`,
    ]);
    expect(await setPassword()).toMatchObject({ ok: true, email });
    expect(await isConfirmed()).toBe(true);
    expect(await requestAccount(deps, request)).toEqual({ ok: false, reason: "account-exists" });
  });

  test("of a person whose emails of the day strangers caused leaves a valid password link", async () => {
    await requestAccount(deps, { ...request, password: "chosen by a stranger" });
    for (let at = 0; at < 4; at += 1) await requestPasswordReset(deps, { email });
    for (let at = 0; at < 4; at += 1) await resendConfirmation(deps, { email });
    await requestAccount(deps, request);
    expect(await queuedEmails()).toHaveLength(authenticationLimits.linksByMailbox.most);
    const { expiresAt, createdAt } = await db
      .selectFrom("staffLinks")
      .select(["expiresAt", "createdAt"])
      .where("kind", "=", "reset")
      .orderBy("expiresAt", "desc")
      .executeTakeFirstOrThrow();
    // The limit is for a day, so the newest link works until another one can be sent.
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(86_400_000);
    expect(await setPassword()).toMatchObject({ ok: true, email });
  });

  test("from a new network succeeds while a few networks use up the limit of the site", async () => {
    const { most } = authenticationLimits.furtherSignUpsBySite;
    const signUp = async (n: number, address: string) =>
      requestAccount(deps, { ...request, email: `person-${n}@example.com`, clientAddress: address });
    let sent = 0;
    for (let n = 0; n < most + 10; n += 1) {
      const outcome = await signUp(n, `2001:db8:7:${n}::1`);
      if (outcome.ok) sent += 1;
      else expect(outcome.reason).toBe("too-many");
    }
    // One network: an IPv6 /48.
    expect(sent).toBe(most + 1);
    const refusals = (await auditEvents()).filter(({ action }) => action === "sign-in-refused");
    expect(refusals).toMatchObject([{ details: { limit: "furtherSignUpsBySite" } }]);
    expect(await signUp(1_000, "2001:db8:8::1")).toEqual({ ok: true });
    expect(await signUp(1_001, "2001:db8:8::1")).toEqual({ ok: false, reason: "too-many" });
  });

  test.each(["123456", "joan1987", "Pinnacle!"])("rejects the password %j", async (password) => {
    expect(await requestAccount(deps, { ...request, password })).toEqual({
      ok: false,
      reason: "common-password",
    });
    expect(await listAccounts(db)).toEqual([]);
  });
});

describe("a confirmation link", () => {
  beforeEach(async () => {
    await add("ruth@example.com", "owner");
    await add("sam@example.com", "owner");
    await add("una@example.com", "staff");
    await requestAccount(deps, request);
  });

  test("confirms the address with the password of the sign-up and notifies every owner", async () => {
    const link = await token("confirm");
    const outcome = await confirmAddress(deps, { link, password: goodPassword, clientAddress });
    expect(outcome).toEqual({ ok: true, accountId: await findId(email), email });
    expect(await isConfirmed()).toBe(true);
    expect(await queuedEmails()).toEqual([
      `account-confirm to ${email}`,
      "account-waiting to ruth@example.com",
      "account-waiting to sam@example.com",
    ]);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "address-confirmed",
      actorEmail: email,
      clientAddress,
    });
  });

  test("notifies each owner at most once an hour while the announced account awaits approval", async () => {
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    const confirmAnother = async (address: string) => {
      await requestAccount(deps, { ...request, email: address });
      await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
      return (await queuedEmails()).filter((entry) => entry.startsWith("account-waiting")).length;
    };
    expect(await confirmAnother("second@example.com")).toBe(2);
    await approveAccount(deps, { email, role: "staff", actor: { kind: "shell" } });
    expect(await confirmAnother("third@example.com")).toBe(4);
    await db
      .updateTable("letters")
      .set({ createdAt: sql`created_at - interval '61 minutes'` })
      .execute();
    expect(await confirmAnother("fourth@example.com")).toBe(6);
  });

  test("with another password is refused and recorded, and stays valid", async () => {
    const link = await token("confirm");
    expect(await confirmAddress(deps, { link, password: "of a stranger", clientAddress })).toEqual({
      ok: false,
      reason: "wrong",
    });
    expect(await isConfirmed()).toBe(false);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "sign-in-failed",
      details: { with: "confirmation link", account: await findId(email) },
    });
    expect(await confirmAddress(deps, { link, password: goodPassword })).toMatchObject({ ok: true });
  });

  test("works once in five concurrent requests", async () => {
    const link = await token("confirm");
    const outcomes = await runConcurrently(pool, "staff_links", 5, () =>
      confirmAddress(deps, { link, password: goodPassword }),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([expired, expired, expired, expired]);
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(expired);
    expect((await queuedEmails()).filter((entry) => entry.startsWith("account-waiting"))).toHaveLength(2);
  });

  test("expires after three days", async () => {
    const { expiresAt, createdAt } = await db
      .selectFrom("staffLinks")
      .select(["expiresAt", "createdAt"])
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(3 * 86_400_000);
    const link = await token("confirm");
    await expireLinks();
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(expired);
    expect(await isConfirmed()).toBe(false);
  });

  test.each([
    ["of another row", (link: string) => link.replace(/^./, (first) => (first === "0" ? "1" : "0"))],
    ["with another signature", (link: string) => link.replace(/.$/, (last) => (last === "A" ? "E" : "A"))],
    ["without a signature", (link: string) => link.split(".", 1)[0] ?? ""],
    ["that is no link", () => "' or 1 = 1"],
  ])("has no effect %s", async (_, tamper) => {
    const link = tamper(await token("confirm"));
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(expired);
    expect(await isConfirmed()).toBe(false);
  });

  test("cannot be replaced by a reset link", async () => {
    const { id } = await db.selectFrom("staffLinks").select("id").executeTakeFirstOrThrow();
    const link = deps.keys.linkToken("reset", id);
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(expired);
    await db.updateTable("staffLinks").set({ kind: "reset" }).execute();
    const confirmLink = deps.keys.linkToken("confirm", id);
    expect(await confirmAddress(deps, { link: confirmLink, password: goodPassword })).toEqual(expired);
  });

  test("is replaced by a newer link", async () => {
    const older = await token("confirm");
    await resendConfirmation(deps, { email: "JOAN@example.com" });
    const newer = await token("confirm");
    expect(newer).not.toBe(older);
    expect(await confirmAddress(deps, { link: older, password: goodPassword })).toEqual(expired);
    expect(await confirmAddress(deps, { link: newer, password: goodPassword })).toMatchObject({ ok: true });
  });

  test("is sent again only to an unconfirmed account, and requests for other addresses are recorded once", async () => {
    for (const address of ["nobody@example.com", "ruth@example.com", email]) {
      await resendConfirmation(deps, { email: address, clientAddress });
    }
    expect(await queuedEmails()).toEqual([`account-confirm to ${email}`, `account-confirm to ${email}`]);
    const requests = (await auditEvents()).filter(({ action }) => action === "confirmation-requested");
    expect(requests.map(({ details }) => details)).toEqual([{}, { account: await findId(email) }]);
    expect(JSON.stringify(requests)).not.toContain("example.com");
  });

  test("is valid once after concurrent requests", async () => {
    await runConcurrently(pool, "staff_users", 4, () => resendConfirmation(deps, { email }));
    const links = await db.selectFrom("staffLinks").select(["id", "expiresAt"]).execute();
    expect(links).toHaveLength(authenticationLimits.confirmLinksByMailbox.most);
    expect(links.filter(({ expiresAt }) => expiresAt > new Date())).toHaveLength(1);
  });

  test("does not notify owners of an account that was already approved", async () => {
    await approveAccount(deps, { email, role: "staff", actor: { kind: "shell" } });
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    expect(await isConfirmed()).toBe(true);
    expect((await queuedEmails()).filter((entry) => entry.startsWith("account-waiting"))).toEqual([]);
  });
});

const setPassword = async () =>
  resetPassword(deps, { link: await token("reset"), password: "another rain on limestone" });

async function isConfirmed(): Promise<boolean> {
  const accounts = await listAccounts(db);
  return accounts.some((account) => account.email === email && account.isConfirmed);
}

async function findId(address: string): Promise<string> {
  const { id } = await db
    .selectFrom("staffUsers")
    .select("id")
    .where("email", "=", address)
    .executeTakeFirstOrThrow();
  return id;
}

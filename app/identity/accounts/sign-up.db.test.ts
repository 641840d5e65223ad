import { beforeEach, describe, expect, test } from "vitest";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { guessLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { approveAccount } from "#app/identity/account-management/change-role.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { listAccounts } from "#app/identity/account-management/list-accounts.server.ts";
import {
  requestAccount,
  resendConfirmation,
} from "#app/identity/account-management/request-account.server.ts";

const { db, pool } = testDatabase();
const { deps, add, audited, endTheTimeOfLinks, letters, token } = accountCommands(db);

const email = "joan@example.com";
const clientAddress = "198.18.0.7";
const request = { email: " Joan@Example.com", password: goodPassword, clientAddress };
const over = { ok: false, reason: "link-over" };

describe("who signs up", () => {
  test("has an account without any right, and is sent a link", async () => {
    await add("ruth@example.com", "owner");
    expect(await requestAccount(deps, request)).toEqual({ ok: true });
    expect((await listAccounts(db))[1]).toEqual({
      email,
      name: "joan",
      role: "pending",
      roleEndsAt: null,
      isConfirmed: false,
    });
    // The owner hears of it when the address is known to be theirs, and not before.
    expect(await letters()).toEqual([`account-confirm to ${email}`]);
    expect((await audited()).at(-1)).toMatchObject({
      action: "account-requested",
      actorKind: "nobody",
      actorEmail: null,
      clientAddress,
    });
  });

  test.each(["owner", "pending"] as const)("is told that the address has an account (%s)", async (role) => {
    await add(email, role);
    expect(await requestAccount(deps, request)).toEqual({ ok: false, reason: "already-there" });
    expect(await letters()).toEqual([]);
  });

  test("is told so too where somebody else was faster by a moment", async () => {
    const outcomes = await runConcurrently(pool, "staff_users", 3, () => requestAccount(deps, request));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, reason: "already-there" });
    expect(await letters()).toHaveLength(1);
  });

  test.each(["123456", "joan1987", "Pinnacle!"])("cannot choose the password %j", async (password) => {
    expect(await requestAccount(deps, { ...request, password })).toEqual({
      ok: false,
      reason: "common-password",
    });
    expect(await listAccounts(db)).toEqual([]);
  });
});

describe("the link that confirms an address", () => {
  beforeEach(async () => {
    await add("ruth@example.com", "owner");
    await add("sam@example.com", "owner");
    await add("una@example.com", "staff");
    await requestAccount(deps, request);
  });

  test("does so with the password of the sign-up, and every owner hears of it", async () => {
    const link = await token("confirm");
    const outcome = await confirmAddress(deps, { link, password: goodPassword, clientAddress });
    expect(outcome).toEqual({ ok: true, accountId: await idOf(email), email });
    expect(await isConfirmed()).toBe(true);
    expect(await letters()).toEqual([
      `account-confirm to ${email}`,
      "account-waiting to ruth@example.com",
      "account-waiting to sam@example.com",
    ]);
    expect((await audited()).at(-1)).toMatchObject({
      action: "address-confirmed",
      actorEmail: email,
      clientAddress,
    });
  });

  test("does not with another password, which is logged, and stays good", async () => {
    const link = await token("confirm");
    expect(await confirmAddress(deps, { link, password: "of a stranger", clientAddress })).toEqual({
      ok: false,
      reason: "wrong",
    });
    expect(await isConfirmed()).toBe(false);
    expect((await audited()).at(-1)).toMatchObject({
      action: "sign-in-failed",
      subject: `account:${await idOf(email)}`,
      details: { with: "confirmation link" },
    });
    expect(await confirmAddress(deps, { link, password: goodPassword })).toMatchObject({ ok: true });
  });

  test("works once, of five who use it at once", async () => {
    const link = await token("confirm");
    const outcomes = await runConcurrently(pool, "staff_links", 5, () =>
      confirmAddress(deps, { link, password: goodPassword }),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([over, over, over, over]);
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(over);
    expect((await letters()).filter((letter) => letter.startsWith("account-waiting"))).toHaveLength(2);
  });

  test("works for three days", async () => {
    const { expiresAt, createdAt } = await db
      .selectFrom("staffLinks")
      .select(["expiresAt", "createdAt"])
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(3 * 86_400_000);
    const link = await token("confirm");
    await endTheTimeOfLinks();
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(over);
    expect(await isConfirmed()).toBe(false);
  });

  test.each([
    ["of another row", (link: string) => link.replace(/^./, (first) => (first === "0" ? "1" : "0"))],
    ["with another signature", (link: string) => link.replace(/.$/, (last) => (last === "A" ? "E" : "A"))],
    ["without a signature", (link: string) => link.split(".", 1)[0] ?? ""],
    ["that is no link", () => "' or 1 = 1"],
  ])("does nothing %s", async (_, tamper) => {
    const link = tamper(await token("confirm"));
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(over);
    expect(await isConfirmed()).toBe(false);
  });

  test("is of its kind: one for a password confirms nothing", async () => {
    const { id } = await db.selectFrom("staffLinks").select("id").executeTakeFirstOrThrow();
    const link = deps.keys.linkToken("reset", id);
    expect(await confirmAddress(deps, { link, password: goodPassword })).toEqual(over);
    await db.updateTable("staffLinks").set({ kind: "reset" }).execute();
    const ofItsName = deps.keys.linkToken("confirm", id);
    expect(await confirmAddress(deps, { link: ofItsName, password: goodPassword })).toEqual(over);
  });

  test("ends when a newer one is sent", async () => {
    const older = await token("confirm");
    await resendConfirmation(deps, { email: "JOAN@example.com" });
    const newer = await token("confirm");
    expect(newer).not.toBe(older);
    expect(await confirmAddress(deps, { link: older, password: goodPassword })).toEqual(over);
    expect(await confirmAddress(deps, { link: newer, password: goodPassword })).toMatchObject({ ok: true });
  });

  test("is sent again only to an account that waits for it, and the log records strangers once", async () => {
    for (const address of ["nobody@example.com", "ruth@example.com", email]) {
      await resendConfirmation(deps, { email: address, clientAddress });
    }
    expect(await letters()).toEqual([`account-confirm to ${email}`, `account-confirm to ${email}`]);
    const asked = (await audited()).filter(({ action }) => action === "confirmation-requested");
    expect(asked.map(({ subject }) => subject)).toEqual([null, `account:${await idOf(email)}`]);
    expect(JSON.stringify(asked)).not.toContain("example.com");
  });

  test("leaves one good link, of several that are asked for at once", async () => {
    await runConcurrently(pool, "staff_users", 4, () => resendConfirmation(deps, { email }));
    const links = await db.selectFrom("staffLinks").select(["id", "expiresAt"]).execute();
    expect(links).toHaveLength(guessLimits.linksByMailbox.most);
    expect(links.filter(({ expiresAt }) => expiresAt > new Date())).toHaveLength(1);
  });

  test("tells no owner that somebody waits who was approved before", async () => {
    await approveAccount(deps, { email, role: "staff", actor: { kind: "shell" } });
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    expect(await isConfirmed()).toBe(true);
    expect((await letters()).filter((letter) => letter.startsWith("account-waiting"))).toEqual([]);
  });
});

async function isConfirmed(): Promise<boolean> {
  const accounts = await listAccounts(db);
  return accounts.some((account) => account.email === email && account.isConfirmed);
}

async function idOf(address: string): Promise<string> {
  const { id } = await db
    .selectFrom("staffUsers")
    .select("id")
    .where("email", "=", address)
    .executeTakeFirstOrThrow();
  return id;
}

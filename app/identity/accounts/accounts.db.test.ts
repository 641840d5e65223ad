import { describe, expect, test } from "vitest";
import { sql } from "kysely";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { actorInSession } from "#tests/kit/signed-in.ts";
import { findAccount, type TeamManager } from "./account-rows.server.ts";
import { addAccount, addFirstOwner, hasOwner } from "#app/identity/account-management/add-account.server.ts";
import { approveAccount, changeRole } from "#app/identity/account-management/change-role.server.ts";
import { listAccounts } from "#app/identity/account-management/list-team.server.ts";
import { declineAccount, removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { renameAccount } from "#app/identity/account-management/rename-account.server.ts";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";

const { db, pool } = testDatabase();
const { deps, add, auditEvents, queuedEmails } = accountCommands(db);

const actor = { kind: "shell" } as const;
const person = { name: "Joan", email: "joan@example.com", password: goodPassword };

describe("the set-up link", () => {
  test("creates exactly one owner in ten concurrent requests", async () => {
    const outcomes = await runConcurrently(pool, "staff_users", 10, (index) =>
      addFirstOwner(deps, { ...person, email: `person${index}@example.com` }),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "has-owner")).toHaveLength(9);
    expect((await listAccounts(db)).map(({ role }) => role)).toEqual(["owner"]);
    expect(await auditEvents()).toMatchObject([
      { action: "account-added", actorKind: "staff", details: { role: "owner", by: "set-up link" } },
    ]);
  });

  test("does not change an existing account with the address", async () => {
    await add("joan@example.com");
    const outcome = await addFirstOwner(deps, { ...person, email: "Joan@Example.com" });
    expect(outcome).toEqual({ ok: false, reason: "account-exists" });
    expect(await hasOwner(db)).toBe(false);
  });

  test("still works after a stranger signed up with the address", async () => {
    const stranger = await signUp("joan@example.com");
    expect(await addFirstOwner(deps, person)).toMatchObject({ ok: true });
    expect(await listAccounts(db)).toMatchObject([{ name: "Joan", role: "owner", isConfirmed: true }]);
    expect((await auditEvents()).slice(-2)).toMatchObject([
      {
        action: "account-removed",
        actorKind: "nobody",
        subject: `account:${stranger}`,
        details: { role: "pending", by: "set-up link" },
      },
      { action: "account-added" },
    ]);
  });

  test("stays open while the only owner is unconfirmed and cannot sign in", async () => {
    await add("ruth@example.com", "owner");
    await unconfirm("ruth@example.com");
    expect(await hasOwner(db)).toBe(false);
    expect(await addFirstOwner(deps, person)).toMatchObject({ ok: true });
  });

  test("rejects a common password", async () => {
    const outcome = await addFirstOwner(deps, { ...person, password: "passwordpassword" });
    expect(outcome).toEqual({ ok: false, reason: "common-password" });
  });
});

describe("an account", () => {
  test("stores its address in lower case and its password as a hash", async () => {
    const outcome = await addAccount(deps, { ...person, email: "Ruth@Example.com", role: "staff", actor });
    expect(outcome).toMatchObject({ ok: true });
    expect(await listAccounts(db)).toEqual([
      {
        name: "Joan",
        email: "ruth@example.com",
        role: "staff",
        roleEndsAt: null,
        mayViewLeads: false,
        isConfirmed: true,
      },
    ]);
    const stored = await db.selectFrom("staffAccounts").select("password").executeTakeFirstOrThrow();
    expect(stored.password).toBe(`quick:${goodPassword}`);
  });

  test("is added once per address", async () => {
    await add("ruth@example.com");
    const again = { ...person, email: "RUTH@example.com", role: "owner", actor } as const;
    expect(await addAccount(deps, again)).toEqual({ ok: false, reason: "account-exists" });
    expect(await listAccounts(db)).toMatchObject([{ role: "staff" }]);
  });

  test("replaces an unconfirmed account that a stranger requested with its address", async () => {
    await signUp("joan@example.com");
    expect(await addAccount(deps, { ...person, role: "staff", actor })).toMatchObject({ ok: true });
    expect(await listAccounts(db)).toMatchObject([{ name: "Joan", role: "staff", isConfirmed: true }]);
  });

  test("changes its role, and the audit event contains the old and the new role", async () => {
    const { id } = await add("joan@example.com");
    const endsAt = new Date("2027-01-01T06:00:00Z");
    expect(await changeRole(deps, { email: " Joan@example.com", role: "examiner", endsAt, actor })).toEqual({
      ok: true,
    });
    expect(await listAccounts(db)).toMatchObject([{ role: "examiner", roleEndsAt: endsAt }]);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "role-changed",
      actorKind: "shell",
      subject: `account:${id}`,
      details: { from: "staff", role: "examiner", until: "2027-01-01T06:00:00.000Z" },
    });
  });

  test("has no end date in a role other than examiner", async () => {
    const { id } = await add("joan@example.com");
    const endsAt = new Date("2027-01-01T06:00:00Z");
    await changeRole(deps, { id, role: "examiner", endsAt, actor });
    await changeRole(deps, { id, role: "staff", endsAt, actor });
    expect(await listAccounts(db)).toMatchObject([{ role: "staff", roleEndsAt: null }]);
  });

  test("is removed with its sessions, passwords and links", async () => {
    const ruth = await add("ruth@example.com", "owner");
    await db
      .insertInto("staffSessions")
      .values({
        id: "1",
        token: "t",
        userId: ruth.id,
        expiresAt: new Date(),
        ipAddress: null,
        userAgent: null,
      })
      .execute();
    await add("joan@example.com", "owner");
    expect(await removeAccount(deps, { email: "ruth@example.com", actor })).toEqual({ ok: true });
    expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("staffAccounts").select("userId").execute()).toHaveLength(1);
    expect((await auditEvents()).at(-1)).toMatchObject({
      action: "account-removed",
      subject: `account:${ruth.id}`,
      details: { role: "owner" },
    });
  });

  test("that does not exist cannot be approved, changed or removed, and nothing is recorded", async () => {
    const unknown = { ok: false, reason: "unknown" };
    const email = "nobody@example.com";
    expect(await changeRole(deps, { email, role: "owner", actor })).toEqual(unknown);
    expect(await approveAccount(deps, { email, role: "owner", actor })).toEqual(unknown);
    expect(await removeAccount(deps, { email, actor })).toEqual(unknown);
    expect(await declineAccount(deps, { email, actor })).toEqual(unknown);
    expect(await auditEvents()).toEqual([]);
  });

  test("is renamed, and an unchanged name is not recorded", async () => {
    const account = await add("joan@example.com");
    await renameAccount(deps, { account, name: "Joan of Arc" });
    await renameAccount(deps, { account, name: "Joan of Arc" });
    expect(await listAccounts(db)).toMatchObject([{ name: "Joan of Arc" }]);
    expect((await auditEvents()).map(({ action }) => action)).toEqual(["account-added", "account-renamed"]);
  });
});

describe("a pending account", () => {
  test("is approved and notified once in concurrent requests", async () => {
    const { id } = await add("joan@example.com", "pending");
    const outcomes = await runConcurrently(pool, "staff_users", 2, (index) =>
      approveAccount(deps, { id, role: index === 0 ? "staff" : "examiner", actor }),
    );
    expect(outcomes).toContainEqual({ ok: true });
    expect(outcomes).toContainEqual({ ok: false, reason: "not-waiting" });
    expect(await queuedEmails()).toEqual(["account-approved to joan@example.com"]);
    expect((await auditEvents()).map(({ action }) => action)).toEqual(["account-added", "account-approved"]);
  });

  test("cannot be declined after its approval", async () => {
    const { id } = await add("joan@example.com", "pending");
    await approveAccount(deps, { id, role: "staff", actor });
    expect(await declineAccount(deps, { id, actor })).toEqual({ ok: false, reason: "not-waiting" });
    expect(await listAccounts(db)).toHaveLength(1);
  });
});

describe("the last owner", () => {
  test("can be neither removed nor demoted", async () => {
    const { id } = await add("ruth@example.com", "owner");
    const lastOwner = { ok: false, reason: "last-owner" };
    expect(await removeAccount(deps, { id, actor })).toEqual(lastOwner);
    expect(await changeRole(deps, { id, role: "staff", actor })).toEqual(lastOwner);
    expect(await changeRole(deps, { id, role: "owner", actor })).toEqual({ ok: true });
    expect(await listAccounts(db)).toMatchObject([{ role: "owner" }]);
  });

  test("is the last one who can sign in, so an unconfirmed owner does not count", async () => {
    await add("ruth@example.com", "owner");
    await add("joan@example.com", "owner");
    await unconfirm("joan@example.com");
    expect(await removeAccount(deps, { email: "ruth@example.com", actor })).toEqual({
      ok: false,
      reason: "last-owner",
    });
    expect(await removeAccount(deps, { email: "joan@example.com", actor })).toEqual({ ok: true });
  });

  test("remains when all owners are removed concurrently", async () => {
    const emails = ["a@example.com", "b@example.com", "c@example.com", "d@example.com"];
    for (const email of emails) await add(email, "owner");
    const outcomes = await runConcurrently(pool, "staff_users", emails.length, (index) => {
      const email = emails[index] ?? "";
      return index % 2 === 0
        ? removeAccount(deps, { email, actor })
        : changeRole(deps, { email, role: "staff", actor });
    });
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: "last-owner" }]);
    expect((await listAccounts(db)).filter(({ role }) => role === "owner")).toHaveLength(1);
  });
});

describe("a former owner", () => {
  const refusal = { ok: false, reason: "not-allowed" };

  test.each<[string, (id: string, by: TeamManager) => Promise<unknown>]>([
    ["cannot approve an account", (id, by) => approveAccount(deps, { id, role: "staff", actor: by })],
    ["cannot decline an account", (id, by) => declineAccount(deps, { id, actor: by })],
    ["cannot change a role", (id, by) => changeRole(deps, { id, role: "owner", actor: by })],
    ["cannot remove an account", (id, by) => removeAccount(deps, { id, actor: by })],
  ])("%s", async (_, act) => {
    const former = await add("ruth@example.com", "staff");
    const by = await actorInSession(db, former);
    const { id } = await add("joan@example.com", "pending");
    expect(await act(id, by)).toEqual(refusal);
    await removeAccount(deps, { id: former.id, actor });
    expect(await act(id, by)).toEqual(refusal);
    expect(await listAccounts(db)).toMatchObject([{ email: "joan@example.com", role: "pending" }]);
  });

  test("is one of two owners who demote and remove each other concurrently", async () => {
    const [ruth, joan] = [await add("ruth@example.com", "owner"), await add("joan@example.com", "owner")];
    await add("sam@example.com", "owner");
    const [byRuth, byJoan] = [await actorInSession(db, ruth), await actorInSession(db, joan)];
    const outcomes = await runConcurrently(pool, "staff_users", 2, (index) =>
      index === 0
        ? changeRole(deps, { id: joan.id, role: "staff", actor: byRuth })
        : removeAccount(deps, { id: ruth.id, actor: byJoan }),
    );
    expect(outcomes).toContainEqual({ ok: true });
    expect(outcomes).toContainEqual(refusal);
  });
});

/** Signs up as a stranger. @returns the id of the account */
async function signUp(email: string): Promise<string | undefined> {
  expect(await requestAccount(deps, { email, password: "chosen by a stranger" })).toEqual({ ok: true });
  return (await findAccount(db, { email }))?.id;
}

async function unconfirm(email: string): Promise<void> {
  await sql`update staff_users set email_verified = false where email = ${email}`.execute(db);
}

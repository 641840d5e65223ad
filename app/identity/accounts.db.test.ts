import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { until } from "#tests/kit/running-server.ts";
import {
  addAccount,
  addFirstOwner,
  changeRole,
  hasOwner,
  listAccounts,
  removeAccount,
} from "./accounts.server.ts";

const { db, pool } = testDatabase();

const password = "a password for tests";

describe("the set-up link", () => {
  test("makes exactly one owner, of ten people who redeem it at once", async () => {
    const outcomes = await atOnce(10, (index) =>
      addFirstOwner(db, { name: `Person ${index}`, email: `person${index}@example.com`, password }),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "has-owner")).toHaveLength(9);
    expect((await listAccounts(db)).map(({ role }) => role)).toEqual(["owner"]);
  });

  test("leaves an account alone that has the address already", async () => {
    await addAccount(db, { name: "Joan", email: "joan@example.com", password, role: "staff" });
    const outcome = await addFirstOwner(db, { name: "X", email: "Joan@Example.com", password });
    expect(outcome).toEqual({ ok: false, reason: "already-there" });
    expect(await hasOwner(db)).toBe(false);
  });
});

describe("an account", () => {
  test("is known by its address in lower case, and its password is not kept as it was typed", async () => {
    const outcome = await addAccount(db, {
      name: "Ruth",
      email: "Ruth@Example.com",
      password,
      role: "staff",
    });
    expect(outcome).toMatchObject({ ok: true });
    expect(await listAccounts(db)).toEqual([{ name: "Ruth", email: "ruth@example.com", role: "staff" }]);
    const kept = await db.selectFrom("staffAccounts").select("password").executeTakeFirstOrThrow();
    expect(kept.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  });

  test("is added once per address", async () => {
    const account = { name: "Ruth", email: "ruth@example.com", password, role: "staff" } as const;
    await addAccount(db, account);
    expect(await addAccount(db, { ...account, email: "RUTH@example.com", role: "owner" })).toEqual({
      ok: false,
      reason: "already-there",
    });
    expect(await listAccounts(db)).toMatchObject([{ role: "staff" }]);
  });

  test("gets another role", async () => {
    await owner("ruth@example.com");
    await addAccount(db, { name: "Joan", email: "joan@example.com", password, role: "pending" });
    expect(await changeRole(db, "Joan@example.com", "examiner")).toEqual({ ok: true });
    expect(await listAccounts(db)).toMatchObject([{ role: "owner" }, { role: "examiner" }]);
  });

  test("goes with its sessions and passwords", async () => {
    await owner("ruth@example.com");
    await owner("joan@example.com");
    const joan = await db
      .selectFrom("staffUsers")
      .select("id")
      .where("email", "=", "joan@example.com")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("staffSessions")
      .values({
        id: "1",
        token: "t",
        userId: joan.id,
        expiresAt: new Date(),
        ipAddress: null,
        userAgent: null,
      })
      .execute();
    expect(await removeAccount(db, "joan@example.com")).toEqual({ ok: true });
    expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
    expect(await db.selectFrom("staffAccounts").select("userId").execute()).toHaveLength(1);
  });

  test("that nobody has can be neither changed nor removed", async () => {
    expect(await changeRole(db, "nobody@example.com", "owner")).toEqual({ ok: false, reason: "unknown" });
    expect(await removeAccount(db, "nobody@example.com")).toEqual({ ok: false, reason: "unknown" });
  });
});

describe("the last owner", () => {
  test("can be neither removed nor made something else", async () => {
    await owner("ruth@example.com");
    expect(await removeAccount(db, "ruth@example.com")).toEqual({ ok: false, reason: "last-owner" });
    expect(await changeRole(db, "ruth@example.com", "staff")).toEqual({ ok: false, reason: "last-owner" });
    expect(await changeRole(db, "ruth@example.com", "owner")).toEqual({ ok: true });
    expect(await listAccounts(db)).toMatchObject([{ role: "owner" }]);
  });

  test("remains when all owners are removed at once", async () => {
    const emails = ["a@example.com", "b@example.com", "c@example.com", "d@example.com"];
    for (const email of emails) await owner(email);
    const outcomes = await atOnce(emails.length, (index) => {
      const email = emails[index] ?? "";
      return index % 2 === 0 ? removeAccount(db, email) : changeRole(db, email, "staff");
    });
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([{ ok: false, reason: "last-owner" }]);
    expect((await listAccounts(db)).filter(({ role }) => role === "owner")).toHaveLength(1);
  });
});

async function owner(email: string): Promise<void> {
  await addAccount(db, { name: email, email, password, role: "owner" });
}

/** Lets all of them come as far as their first change, and only then lets any of them make it. */
async function atOnce<Outcome>(count: number, work: (index: number) => Promise<Outcome>): Promise<Outcome[]> {
  const gate = await pool.connect();
  await gate.query("begin; lock table staff_users in share row exclusive mode");
  const outcomes = Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  await until("all stand at the gate", async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
    );
    return rows[0]?.waiting === count;
  });
  await gate.query("commit");
  gate.release();
  return outcomes;
}

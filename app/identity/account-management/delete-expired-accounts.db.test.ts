import { expect, test } from "vitest";
import { sql } from "kysely";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { approveAccount } from "./change-role.server.ts";
import { confirmAddress } from "./confirm-email.server.ts";
import { listAccounts } from "./list-team.server.ts";
import { requestAccount } from "./request-account.server.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { deleteExpiredAccounts } from "./delete-expired-accounts.server.ts";

const { db } = testDatabase();
const { deps, add, auditEvents, token } = accountCommands(db);

const nothing = { links: 0, waitingAccounts: 0, sessions: 0, challenges: 0 };

test("deletes and records accounts that were neither confirmed nor approved for 30 days", async () => {
  await add("staff@example.com");
  await add("waiting@example.com", "pending");
  for (const name of ["confirmed", "approved", "unconfirmed", "young"]) {
    await requestAccount(deps, { email: `${name}@example.com`, password: goodPassword });
  }
  await confirmAddress(deps, {
    link: await token("confirm", "confirmed@example.com"),
    password: goodPassword,
  });
  await approveAccount(deps, { email: "approved@example.com", role: "staff", actor: { kind: "shell" } });
  await sql`update staff_users set created_at = now() - interval '30 days 1 minute' where email <> 'young@example.com'`.execute(
    db,
  );
  await sql`update staff_users set created_at = now() - interval '29 days 23 hours' where email = 'young@example.com'`.execute(
    db,
  );
  expect(await deleteExpiredAccounts(db, new Date())).toMatchObject({ waitingAccounts: 1 });
  const left = (await listAccounts(db)).map(({ email }) => email.replace("@example.com", ""));
  expect(new Set(left)).toEqual(new Set(["approved", "confirmed", "staff", "waiting", "young"]));
  expect((await auditEvents()).at(-1)).toMatchObject({
    action: "account-removed",
    actorKind: "nobody",
    details: { by: "time" },
  });
  expect(await deleteExpiredAccounts(db, new Date())).toEqual(nothing);
});

test("deletes confirmed accounts about which no owner decided for 90 days", async () => {
  await add("old@example.com", "pending");
  await add("young@example.com", "pending");
  await add("staff@example.com");
  const setAge = (email: string, age: string) =>
    sql`update staff_users set created_at = now() - ${age}::interval where email = ${email}`.execute(db);
  await setAge("old@example.com", "90 days 1 minute");
  await setAge("young@example.com", "89 days 23 hours");
  await setAge("staff@example.com", "400 days");
  expect(await deleteExpiredAccounts(db, new Date())).toEqual({ ...nothing, waitingAccounts: 1 });
  const left = (await listAccounts(db)).map(({ email }) => email);
  expect(new Set(left)).toEqual(new Set(["staff@example.com", "young@example.com"]));
});

test("deletes a link 30 days after it expired", async () => {
  await add("joan@example.com");
  await requestPasswordReset(deps, { email: "joan@example.com" });
  await requestPasswordReset(deps, { email: "joan@example.com" });
  const endedBefore = (age: string) =>
    sql`update staff_links set created_at = now() - interval '40 days', expires_at = now() - ${age}::interval`.execute(
      db,
    );
  await endedBefore("29 days 23 hours");
  expect(await deleteExpiredAccounts(db, new Date())).toEqual(nothing);
  await endedBefore("30 days 1 minute");
  expect(await deleteExpiredAccounts(db, new Date())).toEqual({ ...nothing, links: 2 });
});

test("deletes a used link 30 days after its use", async () => {
  await add("joan@example.com");
  await requestPasswordReset(deps, { email: "joan@example.com" });
  await resetPassword(deps, { link: await token("reset"), password: "another rain on limestone" });
  await sql`
    update staff_links set created_at = created_at - interval '31 days', expires_at = expires_at - interval '30 days'`.execute(
    db,
  );
  expect(await deleteExpiredAccounts(db, new Date())).toEqual({ ...nothing, links: 1 });
});

test("deletes expired and idle sessions and keeps active ones", async () => {
  const { accountId, sessionId } = await signedIn(db, { role: "staff", usedMinutesAgo: 59 });
  await anotherSession(db, accountId, { usedMinutesAgo: 61 });
  await anotherSession(db, accountId, { endsInMinutes: -1 });
  expect(await deleteExpiredAccounts(db, new Date())).toEqual({ ...nothing, sessions: 2 });
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([{ id: sessionId }]);
});

test("deletes a session that a clock which was ahead created", async () => {
  await signedIn(db, { role: "staff", usedMinutesAgo: -60 });
  expect(await deleteExpiredAccounts(db, new Date())).toEqual({ ...nothing, sessions: 1 });
});

test("deletes an unfinished passkey ceremony when it expires", async () => {
  const challenge = (id: string, minutes: number) => ({
    id,
    identifier: id,
    value: "challenge",
    expiresAt: new Date(Date.now() + minutes * 60_000),
  });
  await db
    .insertInto("staffVerifications")
    .values([challenge("expired", -1), challenge("open", 1)])
    .execute();
  expect(await deleteExpiredAccounts(db, new Date())).toEqual({ ...nothing, challenges: 1 });
  expect(await db.selectFrom("staffVerifications").select("id").execute()).toEqual([{ id: "open" }]);
});

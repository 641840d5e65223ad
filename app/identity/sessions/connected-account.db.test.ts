import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertConnection } from "#app/identity/connections/connections.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { anotherSession, signedIn } from "#tests/kit/signed-in.ts";
import { completeSignIn } from "./complete-sign-in.server.ts";
import type { StaffSession } from "./find-session.server.ts";

const { db } = testDatabase();
const issuer = "https://login.example.com";

test("a passkey of a connected account signs in only an owner", async () => {
  expect(await signInWithPasskey("staff")).toEqual({ isSignedIn: false, sessions: 0 });
  expect(await signInWithPasskey("examiner")).toEqual({ isSignedIn: false, sessions: 0 });
  expect(await signInWithPasskey("owner")).toEqual({ isSignedIn: true, sessions: 1 });
});

test("a passkey raises a session of a connected account without prolonging it", async () => {
  const { accountId, before } = await connectedAccount("staff");
  const { sessionId, token } = await addSession(accountId);
  expect(await complete(accountId, token, before)).toBe(true);
  const rows = await db
    .selectFrom("staffSessions")
    .select(["id", sql<boolean>`expires_at = ${before.endsAt}`.as("endsWithFormer")])
    .execute();
  expect(rows).toEqual([{ id: sessionId, endsWithFormer: true }]);
});

test("the session of another account does not count", async () => {
  const { before } = await connectedAccount("staff");
  const { accountId } = await connectedAccount("staff");
  const { token } = await addSession(accountId);
  expect(await complete(accountId, token, before)).toBe(false);
});

test("without a provider, connected accounts sign in as before", async () => {
  const { accountId } = await connectedAccount("staff");
  const { token } = await addSession(accountId);
  expect(await complete(accountId, token, null, null)).toBe(true);
});

test("a sign-in at the provider ends if the account is disconnected meanwhile", async () => {
  const { accountId } = await connectedAccount("staff");
  await db.deleteFrom("staffAccounts").where("userId", "=", accountId).execute();
  const { token } = await addSession(accountId);
  const isSignedIn = await completeSignIn(db, issuer, {
    token,
    account: { id: accountId, email: "ruth@example.com", isWaiting: false },
    with: "single sign-on",
    before: null,
    connection: { issuer, subject: accountId },
    clientAddress: "198.51.100.1",
  });
  expect(isSignedIn).toBe(false);
});

async function signInWithPasskey(role: "owner" | "staff" | "examiner") {
  const { accountId } = await connectedAccount(role);
  await db.deleteFrom("staffSessions").where("userId", "=", accountId).execute();
  const { token } = await addSession(accountId);
  const isSignedIn = await complete(accountId, token, null);
  const sessions = await db
    .selectFrom("staffSessions")
    .select("id")
    .where("userId", "=", accountId)
    .execute();
  return { isSignedIn, sessions: sessions.length };
}

/** An account with a session that ends in 100 minutes. */
async function connectedAccount(role: "owner" | "staff" | "examiner") {
  const { accountId, sessionId } = await signedIn(db, { role, endsInMinutes: 100 });
  await db.transaction().execute((trx) => insertConnection(trx, issuer, accountId, accountId));
  const { expiresAt } = await db
    .selectFrom("staffSessions")
    .select("expiresAt")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  // The fields that matter for the end of the new session.
  const before = { id: sessionId, staff: { id: accountId }, endsAt: expiresAt } as StaffSession;
  return { accountId, before };
}

async function addSession(accountId: string): Promise<{ sessionId: string; token: string }> {
  const { sessionId } = await anotherSession(db, accountId);
  const { token } = await db
    .selectFrom("staffSessions")
    .select("token")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return { sessionId, token };
}

function complete(
  id: string,
  token: string,
  before: StaffSession | null,
  provider?: string | null,
): Promise<boolean> {
  const account = { id, email: "ruth@example.com", isWaiting: false };
  return completeSignIn(db, provider === undefined ? issuer : (provider ?? undefined), {
    token,
    account,
    with: "passkey",
    before,
    clientAddress: "198.51.100.1",
  });
}

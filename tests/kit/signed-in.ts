import { createHmac, randomUUID } from "node:crypto";
import { withoutTokens } from "#app/identity/accounts/account-rows.server.ts";
import type { Kysely } from "kysely";
import { sql } from "kysely";
import { actorOf, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { sessionSecrets } from "#app/identity/library/better-auth.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { testSecret } from "./test-settings.ts";

/** A stored account and session. */
export type SignedIn = { accountId: string; sessionId: string; email: string; cookie: string };

/**
 * Stores an account with a session, without the cost of a password hash. Times are relative to the database's clock.
 * @param facts.provedMinutesAgo minutes since the last authentication
 */
export async function signedIn(
  db: Kysely<Database>,
  facts: {
    role: Role;
    email?: string;
    name?: string;
    assurance?: "aal1" | "aal2";
    provedMinutesAgo?: number;
    usedMinutesAgo?: number;
    endsInMinutes?: number;
    roleEndsInMinutes?: number;
    /** Granted by default, because most tests with an examiner are about the lists of leads. `tests/access` has both. */
    mayViewLeads?: boolean;
    hasAuthenticator?: boolean;
    /** Undefined if unknown. */
    hasLongPassword?: boolean;
  },
): Promise<SignedIn> {
  const accountId = randomUUID();
  const email = facts.email ?? `${accountId}@example.com`;
  await db
    .insertInto("staffUsers")
    .values({
      id: accountId,
      name: facts.name ?? "A staff member",
      email,
      emailVerified: true,
      image: null,
      role: facts.role,
      roleEndsAt: facts.roleEndsInMinutes === undefined ? null : minutesFromNow(facts.roleEndsInMinutes),
      mayViewLeads: facts.role === "examiner" && facts.mayViewLeads !== false,
    })
    .execute();
  if (facts.hasAuthenticator === true) {
    await db
      .insertInto("staffAuthenticators")
      .values({ userId: accountId, sealedSecret: "sealed", confirmedAt: sql`now()`, lastStep: null })
      .execute();
  }
  if (facts.hasLongPassword !== undefined) {
    await db.insertInto("staffAccounts").values(createCredential(accountId, facts.hasLongPassword)).execute();
  }
  return { accountId, email, ...(await anotherSession(db, accountId, facts)) };
}

function createCredential(accountId: string, hasLongPassword: boolean) {
  return {
    id: randomUUID(),
    accountId,
    providerId: "credential",
    userId: accountId,
    password: "no hash",
    hasLongPassword,
    ...withoutTokens,
  };
}

/** Stores another session of an account. */
export async function anotherSession(
  db: Kysely<Database>,
  accountId: string,
  facts: Pick<
    Parameters<typeof signedIn>[1],
    "assurance" | "provedMinutesAgo" | "usedMinutesAgo" | "endsInMinutes"
  > = {},
): Promise<{ sessionId: string; cookie: string }> {
  const sessionId = randomUUID();
  const token = randomUUID();
  await db
    .insertInto("staffSessions")
    .values({
      id: sessionId,
      token,
      userId: accountId,
      expiresAt: minutesFromNow(facts.endsInMinutes ?? 600),
      ipAddress: "198.18.0.1",
      userAgent: null,
      assurance: facts.assurance ?? "aal1",
      provedAt: minutesFromNow(-(facts.provedMinutesAgo ?? 0)),
      lastUsedAt: minutesFromNow(-(facts.usedMinutesAgo ?? 0)),
    })
    .execute();
  return { sessionId, cookie: sessionCookie(token) };
}

/** Returns a stored account as the actor of a new session. */
export async function actorInSession(
  db: Kysely<Database>,
  { id, email }: { id: string; email: string },
): Promise<StaffActor & { sessionId: string }> {
  const { sessionId } = await anotherSession(db, id);
  return { ...actorOf({ id, email }), sessionId };
}

/** The cookie of a session with the library's signature. */
export function sessionCookie(token: string, secret = testSecret): string {
  const signature = createHmac("sha256", sessionSecrets(createKeyRing([secret]))[0])
    .update(token)
    .digest("base64");
  return `practice.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

function minutesFromNow(minutes: number) {
  return sql<Date>`now() + make_interval(secs => ${minutes * 60})`;
}

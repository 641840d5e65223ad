import { type Kysely, sql } from "kysely";
import { actorOf } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import { findPasswordHash } from "#app/identity/accounts/account-rows.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import {
  type Attempt,
  countAttempts,
  type Counted,
  type CountingDeps,
  refundAttempts,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import { readKnownDevice, type RememberDevice } from "#app/identity/devices/known-device.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { type CurrentSession, isWaitingForApproval } from "./session-access.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type BetterAuth, readSessionToken } from "#app/identity/library/better-auth.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import { chooseLane, type Passwords } from "#app/identity/passwords/passwords.server.ts";
import { hasAuthenticator } from "#app/identity/second-factor/has-authenticator.server.ts";
import { redeemCode } from "#app/identity/second-factor/redeem-code.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { AuthenticationLimit } from "#app/platform/limits.ts";
import type { Log } from "#app/platform/log.server.ts";
import { endSessions, type StaffSession } from "./find-session.server.ts";
import { randomBytes } from "node:crypto";

/**
 * `signed-out`: there is no session, or it ended after too many attempts. `spent`: unknown browsers have used up the account's attempts, and
 * only known browsers can enter a code until the password changes.
 */
export type StepUpOutcome =
  | { ok: true; headers: Headers }
  | { ok: false; reason: "wrong" | "too-many" | "spent" | "busy" | "signed-out" };

type Deps = {
  currentSession: CurrentSession;
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  outbox: Outbox;
  keys: IdentityKeys;
  passwords: Passwords;
  auth: BetterAuth;
  rememberDevice: RememberDevice;
};

/** Each method returns or sets the cookie of the renewed session. */
export type StepUp = {
  stepUpWithPassword(visitor: Visitor, password: string): Promise<StepUpOutcome>;
  /** @param code from the authenticator app, or one of the recovery codes */
  stepUpWithCode(visitor: Visitor, code: string): Promise<StepUpOutcome>;
  /**
   * Renews the session after its person has signed in at the firm's provider again.
   * @returns undefined if the session has ended, or if the account has an authenticator app and the provider has verified no second factor
   */
  stepUpWithProvider(
    visitor: Visitor,
    session: StaffSession,
    hasSecondFactor: boolean,
  ): Promise<Headers | undefined>;
  /** Raises the session to the second authentication level after a second factor was shown. @returns its cookie */
  raiseSession(visitor: Visitor): Promise<Headers>;
  /** Renews the session at the same level, after a change that the old token must not survive. @returns its cookie */
  renewSession(visitor: Visitor): Promise<Headers>;
};

/** Step-up authentication: a code at sign-in, or re-authentication before a sensitive action. Each success renews the session's token. */
export function createStepUp(deps: Deps): StepUp {
  return {
    async raiseSession(visitor) {
      const session = await deps.currentSession(visitor.request.headers, "quiet");
      const headers = await renew(deps, visitor, "second-factor");
      if (session === null || headers === undefined) return new Headers();
      return withKnownDevice(deps, visitor, session, headers);
    },

    stepUpWithProvider: (visitor, session, hasSecondFactor) =>
      stepUpWithProvider(deps, visitor, session, hasSecondFactor),

    renewSession: async (visitor) => (await renew(deps, visitor, "change")) ?? new Headers(),

    async stepUpWithPassword(visitor, password) {
      const session = await deps.currentSession(visitor.request.headers);
      // With an authenticator app, a code is required, because the password may have been observed.
      if (session === null || (await requiresCode(deps.db, session.staff.id))) return signedOut;
      const startedAt = deps.clock.now();
      const counting = { ...deps, clock: { now: () => startedAt } };
      const attempts = passwordAttempts(deps, visitor, session);
      return attemptStepUp(deps, visitor, session, {
        method: "password",
        count: () => countAttempts(counting, attempts),
        verify: () =>
          verifyPassword(deps, session.staff, password).catch(async (error: unknown) => {
            if (!(error instanceof QueueIsFull)) throw error;
            await refundAttempts(counting, attempts);
            return "busy" as const;
          }),
      });
    },

    async stepUpWithCode(visitor, code) {
      const session = await deps.currentSession(visitor.request.headers);
      if (session === null) return signedOut;
      const startedAt = deps.clock.now();
      const counting = { ...deps, clock: { now: () => startedAt } };
      const attempts = await codeAttempts(deps, visitor, session);
      return attemptStepUp(deps, visitor, session, {
        method: "code",
        count: () => countCode(counting, attempts),
        verify: async () => {
          const account = { ...session.staff, clientAddress: visitor.clientAddress };
          const isCorrect = await redeemCode(deps, account, code);
          // A correct code is not a guess. Otherwise a day of re-authentications would use up the limits.
          if (isCorrect) await refundAttempts(counting, attempts);
          return isCorrect;
        },
      });
    },
  };
}

async function stepUpWithProvider(
  deps: Deps,
  visitor: Visitor,
  session: StaffSession,
  hasSecondFactor: boolean,
): Promise<Headers | undefined> {
  const { id, email } = session.staff;
  if (!hasSecondFactor && (await requiresCode(deps.db, id))) return undefined;
  const account = { id, isWaiting: isWaitingForApproval(session) };
  return renew(deps, visitor, hasSecondFactor ? "second-factor" : "provider", (trx) =>
    recordAccountAction(trx, account, {
      action: "proof-given",
      actor: actorOf({ id, email }),
      clientAddress: visitor.clientAddress,
      details: { with: "single sign-on" },
    }),
  );
}

type StepUpAttempt = {
  method: "password" | "code";
  /** Counts the attempt before it is verified. */
  count: () => Promise<Counted | "spent">;
  verify: () => Promise<boolean | "busy">;
};

const signedOut = { ok: false, reason: "signed-out" } as const;

async function attemptStepUp(
  deps: Deps,
  visitor: Visitor,
  session: StaffSession,
  attempt: StepUpAttempt,
): Promise<StepUpOutcome> {
  const { db } = deps;
  const { id, email } = session.staff;
  const account = { id, isWaiting: isWaitingForApproval(session) };
  const source = { actor: actorOf({ id, email }), clientAddress: visitor.clientAddress } as const;
  const counted = await attempt.count();
  if (counted !== "within") {
    // Without the code, the person must enter the password again, which is counted too.
    if (session.needsSecondFactor) await endSessions(db, [session.id]);
    if (counted !== "refused") {
      await recordAccountAction(db, account, {
        ...source,
        action: "proof-failed",
        details: { with: attempt.method, reason: "too-many" },
      });
    }
    return { ok: false, reason: counted === "spent" ? "spent" : "too-many" };
  }
  const isCorrect = await attempt.verify();
  if (isCorrect === "busy") return { ok: false, reason: "busy" };
  if (!isCorrect) {
    await recordAccountAction(db, account, {
      ...source,
      action: "proof-failed",
      details: { with: attempt.method, reason: "wrong" },
    });
    return { ok: false, reason: "wrong" };
  }
  const headers = await renew(
    deps,
    visitor,
    attempt.method === "code" ? "second-factor" : "password",
    (trx) =>
      recordAccountAction(trx, account, {
        ...source,
        action: "proof-given",
        details: { with: attempt.method },
      }),
  );
  // The session was ended during verification.
  if (headers === undefined) return signedOut;
  return {
    ok: true,
    headers: attempt.method === "code" ? withKnownDevice(deps, visitor, session, headers) : headers,
  };
}

/** Adds the known-device cookie, because a second factor was verified in this browser. */
function withKnownDevice(
  { rememberDevice }: Deps,
  { request }: Visitor,
  { staff }: StaffSession,
  headers: Headers,
): Headers {
  headers.append("set-cookie", rememberDevice(staff.id, "code", request.headers));
  return headers;
}

/**
 * Renews the session's token.
 * @param record records the reason in the same transaction
 * @returns headers with its cookie, or undefined if the session has ended
 */
async function renew(
  { db, auth }: Deps,
  { request }: Visitor,
  reason: RenewalReason,
  record?: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<Headers | undefined> {
  const token = await readSessionToken(auth, request.headers);
  if (token === undefined) return undefined;
  const renewed = await db.transaction().execute(async (trx) => {
    const outcome = await renewToken(trx, token, reason);
    if (outcome !== undefined) await record?.(trx);
    return outcome;
  });
  if (renewed === undefined) return undefined;
  const signed = await auth.api.signSessionCookie({
    body: { token: renewed.token, maxAge: renewed.remainingSeconds },
    returnHeaders: true,
  });
  return signed.headers;
}

async function requiresCode(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const { isRequired } = await db
    .selectNoFrom(hasAuthenticator(sql`${accountId}`).as("isRequired"))
    .executeTakeFirstOrThrow();
  return isRequired;
}

async function verifyPassword({ db, passwords }: Deps, staff: Staff, password: string): Promise<boolean> {
  return passwords.verify((await findPasswordHash(db, staff.id)) ?? "", password, chooseLane(staff));
}

function passwordAttempts({ keys }: Deps, visitor: Visitor, { staff }: StaffSession): Attempt[] {
  const browser = { accountId: staff.id, level: "password" } as const;
  // The person is signed in, so these attempts do not count toward the limits that strangers can use up.
  const device = readKnownDevice(keys, browser, visitor.request.headers)?.countKey ?? `account ${staff.id}`;
  return [{ limit: "passwordsByDevice", of: device }];
}

/**
 * Codes from unknown browsers count toward the account and its current password. A thief who knows the password cannot lock out the owner,
 * because a new password starts a new count.
 */
async function codeAttempts(
  { db, keys }: Deps,
  visitor: Visitor,
  { id, staff }: StaffSession,
): Promise<Attempt[]> {
  const inSession = { limit: "codesBySession", of: id } as const;
  const browser = { accountId: staff.id, level: "code" } as const;
  const device = readKnownDevice(keys, browser, visitor.request.headers)?.countKey;
  if (device !== undefined) return [inSession, { limit: "codesByDevice", of: device }];
  const withPassword = `${staff.id} ${(await findPasswordHash(db, staff.id)) ?? ""}`;
  // The last limit counts only attempts within the others, so that a thief without the mailbox cannot use it up.
  return [
    inSession,
    { limit: "codesByAccount", of: withPassword },
    { limit: "codesAcrossPasswords", of: staff.id },
  ];
}

/** Counts an attempt toward one limit after the other, until one refuses it. */
async function countCode(counting: CountingDeps, attempts: readonly Attempt[]): Promise<Counted | "spent"> {
  for (const attempt of attempts) {
    const counted = await countAttempts(counting, [attempt]);
    if (counted === "within") continue;
    return spentLimits.has(attempt.limit) ? "spent" : counted;
  }
  return "within";
}

/** The limits of an account, which unknown browsers share. */
const spentLimits: ReadonlySet<AuthenticationLimit> = new Set(["codesByAccount", "codesAcrossPasswords"]);

/** A session's new token and the time until the session's end, which stays the same. */
type RenewedToken = { token: string; remainingSeconds: number };

/** Why the token is renewed. */
type RenewalReason =
  /** A second factor was verified. */
  | "second-factor"
  /** The password was verified again. */
  | "password"
  /** The person has signed in at the firm's provider again. */
  | "provider"
  /** Another change, which does not authenticate. */
  | "change";

/** The entropy of the library's own tokens. */
const tokenBytes = 24;

/**
 * Renews a session's token, so that copies of the old one are worthless. One statement, so that only one of two concurrent requests
 * succeeds and an ended session is not restored.
 * @returns undefined if the session has ended
 */
async function renewToken(
  db: Kysely<Database>,
  token: string,
  reason: RenewalReason,
): Promise<RenewedToken | undefined> {
  const renewed = randomBytes(tokenBytes).toString("base64url");
  const { rows } = await sql<{ remainingSeconds: number }>`
    update staff_sessions set
      token = ${renewed}, last_used_at = now(), updated_at = now(),
      assurance = case when ${reason === "second-factor"} then 'aal2' else assurance end,
      proved_at = case when ${reason !== "change"} then now() else proved_at end
    where token = ${token} and expires_at > now()
    returning floor(extract(epoch from expires_at - now()))::int as remaining_seconds`.execute(db);
  const [row] = rows;
  return row === undefined ? undefined : { token: renewed, remainingSeconds: row.remainingSeconds };
}

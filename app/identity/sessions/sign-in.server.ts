import { type Kysely, sql } from "kysely";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  type Attempt,
  countAttempts,
  refundAttempts,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import {
  hasDeviceCookie,
  readKnownDevice,
  type RememberDevice,
} from "#app/identity/devices/known-device.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { CurrentSession } from "./session-access.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type BetterAuth, libraryHeaders } from "#app/identity/library/better-auth.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import { isLongPassword } from "#app/identity/passwords/password-length.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import { hasAuthenticator } from "#app/identity/second-factor/has-authenticator.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { hasCurrentRole } from "#app/identity/accounts/account-rows.server.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import { mustUseProvider } from "#app/identity/connections/connections.server.ts";
import { completeSignIn } from "./complete-sign-in.server.ts";
export type SignInOutcome =
  | { ok: true; headers: Headers; accountId: string; needsSecondFactor: boolean }
  | {
      ok: false;
      /**
       * `unconfirmed`: the password is correct, but the email address is not confirmed. `provider`: it is correct, but the account must use
       * the firm's provider. `busy`: the hashing queue is full.
       */
      reason: "wrong" | "too-many" | "unconfirmed" | "provider" | "busy";
    };

type Deps = {
  currentSession: CurrentSession;
  db: Kysely<Database>;
  clock: Clock;
  keys: IdentityKeys;
  passwords: Passwords;
  auth: BetterAuth;
  rememberDevice: RememberDevice;
  /** The firm's provider; undefined without one. */
  issuer: string | undefined;
};

type Account = {
  id: string;
  email: string;
  isConfirmed: boolean;
  needsSecondFactor: boolean;
  /** Anyone can create an account without a role. */
  hasRole: boolean;
  /** Whether the account has never had a role. */
  isWaiting: boolean;
  mustUseProvider: boolean;
  passwordHash: string | null;
};

/** While the hashing queue is full, attempts from unknown devices are rejected before any database query. */
export function createSignIn(deps: Deps) {
  return async (
    visitor: Visitor,
    credentials: { email: string; password: string },
  ): Promise<SignInOutcome> => {
    const isRefused = deps.passwords.queue.isFull("anyone") && !hasDeviceCookie(visitor.request.headers);
    return isRefused ? { ok: false, reason: "busy" } : trySignIn(deps, visitor, credentials);
  };
}

/**
 * Attempts a sign-in with an email and password. The attempt is counted before the password is checked. An unknown address takes the same
 * path, so neither the response nor its timing reveals which accounts exist.
 */
async function trySignIn(
  deps: Deps,
  visitor: Visitor,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const account = await findAccount(deps, email);
  const browser = account && ({ accountId: account.id, level: "password" } as const);
  const device = browser && readKnownDevice(deps.keys, browser, visitor.request.headers);
  const attempts = listAttempts(visitor, email, device);
  const startedAt = deps.clock.now();
  const counting = { ...deps, clock: { now: () => startedAt } };
  const refusal = await refuseExcess(counting, visitor, attempts, account);
  if (refusal !== undefined) return refusal;

  const isCorrect = await verifyInQueue(deps, account, password, device !== undefined);
  if (isCorrect === "busy") {
    await refundAttempts(counting, attempts);
    return { ok: false, reason: "busy" };
  }
  if (account === undefined || !isCorrect) return fail(deps, visitor, account, "wrong");
  if (!account.isConfirmed) return fail(deps, visitor, account, "unconfirmed");
  if (account.mustUseProvider) return fail(deps, visitor, account, "provider");
  return startSession(deps, visitor, account, password);
}

/** The limits that a sign-in attempt counts toward. Strangers at the same network address cannot use up the limit of a known browser. */
function listAttempts(
  { clientAddress }: Visitor,
  email: string,
  device: { countKey: string } | undefined,
): Attempt[] {
  if (device !== undefined) return [{ limit: "passwordsByDevice", of: device.countKey }];
  return [
    { limit: "passwordsByAddress", of: clientAddress },
    { limit: "passwordsByAccount", of: email.toLowerCase() },
  ];
}

async function startSession(
  deps: Deps,
  visitor: Visitor,
  account: Account,
  password: string,
): Promise<SignInOutcome> {
  const { id, needsSecondFactor, passwordHash } = account;
  const { request, clientAddress } = visitor;
  const before = await deps.currentSession(request.headers, "quiet");
  const started = await deps.auth.api.startSession({
    body: { accountId: id },
    headers: await libraryHeaders(deps.auth, visitor),
    returnHeaders: true,
  });
  const token = started.response;
  const session = { account, with: "password", before, passwordHash, clientAddress } as const;
  if (token === null || !(await completeSignIn(deps.db, deps.issuer, { ...session, token }))) {
    return fail(deps, visitor, account, "wrong");
  }
  await recordPasswordLength(deps.db, account, password);
  await renewHash(deps, account, password);
  const { headers } = started;
  // With a second factor, the password alone does not make a browser known: the password may be stolen.
  if (!needsSecondFactor) headers.append("set-cookie", deps.rememberDevice(id, "password", request.headers));
  return { ok: true, headers, accountId: id, needsSecondFactor };
}

async function findAccount(
  { db, issuer }: Pick<Deps, "db" | "issuer">,
  email: string,
): Promise<Account | undefined> {
  return db
    .selectFrom("staffUsers as account")
    .leftJoin("staffAccounts as credential", (join) =>
      join.onRef("credential.userId", "=", "account.id").on("credential.providerId", "=", "credential"),
    )
    .select([
      "account.id",
      "account.email",
      "account.emailVerified as isConfirmed",
      "credential.password as passwordHash",
      hasAuthenticator(sql.ref("account.id")).as("needsSecondFactor"),
      hasCurrentRole.as("hasRole"),
      sql<boolean>`account.role = 'pending'`.as("isWaiting"),
      mustUseProvider(issuer).as("mustUseProvider"),
    ])
    .where("account.email", "=", email.toLowerCase())
    .executeTakeFirst();
}

async function refuseExcess(
  deps: Deps,
  visitor: Visitor,
  attempts: readonly Attempt[],
  account: Account | undefined,
): Promise<SignInOutcome | undefined> {
  const counted = await countAttempts(deps, attempts);
  if (counted === "within") return undefined;
  // One audit entry per window, because audit entries are permanent and attackers control the rate.
  if (counted === "first-refusal") await recordFailure(deps, visitor, account, "too-many");
  return { ok: false, reason: "too-many" };
}

/** Verifies the password in the hashing queue. A wrong password holds its turn longer, so that guessing leaves CPU time to others. */
async function verifyInQueue(
  deps: Deps,
  account: Account | undefined,
  password: string,
  isKnownDevice: boolean,
): Promise<boolean | "busy"> {
  const lane = isKnownDevice && account?.hasRole === true ? "staff" : "anyone";
  try {
    return await deps.passwords.queue.run(lane, async () => {
      const isCorrect = await verifyPassword(deps, account, password);
      if (!isCorrect) await deps.passwords.pauseAfterWrong();
      return isCorrect;
    });
  } catch (error) {
    if (error instanceof QueueIsFull) return "busy";
    throw error;
  }
}

/** Takes as long for an unknown address as for an account. */
async function verifyPassword(
  { passwords }: Deps,
  account: Account | undefined,
  password: string,
): Promise<boolean> {
  const hash = account?.passwordHash ?? undefined;
  if (hash !== undefined) return passwords.verifyNow(hash, password);
  await passwords.hashNow(password);
  return false;
}

/** A hash does not reveal the password's length, so the length is recorded at sign-in. */
async function recordPasswordLength(
  db: Kysely<Database>,
  { id, passwordHash }: Account,
  password: string,
): Promise<void> {
  const hasLongPassword = isLongPassword(password);
  await db
    .updateTable("staffAccounts")
    .set({ hasLongPassword })
    .where("userId", "=", id)
    // Skips the update if the password was changed in the meantime.
    .where("password", "=", passwordHash)
    .where("hasLongPassword", "is distinct from", hasLongPassword)
    .execute();
}

/** Replaces a hash of an outdated algorithm or cost while the password is available. */
async function renewHash(
  deps: Deps,
  { id, passwordHash, hasRole }: Account,
  password: string,
): Promise<void> {
  if (passwordHash === null || !deps.passwords.isOutdated(passwordHash)) return;
  const lane = hasRole ? "staff" : "anyone";
  const renewed = await deps.passwords.hash(password, lane).catch((error: unknown) => {
    // A later sign-in replaces it.
    if (error instanceof QueueIsFull) return undefined;
    throw error;
  });
  if (renewed === undefined) return;
  await deps.db
    .updateTable("staffAccounts")
    .set({ password: renewed })
    .where("userId", "=", id)
    // Skips the update if the password was changed in the meantime.
    .where("password", "=", passwordHash)
    .execute();
}

async function fail(
  deps: Deps,
  visitor: Visitor,
  account: Account | undefined,
  reason: "wrong" | "unconfirmed" | "provider",
): Promise<SignInOutcome> {
  await recordFailure(deps, visitor, account, reason);
  return { ok: false, reason };
}

async function recordFailure(
  { db }: Deps,
  { clientAddress }: Visitor,
  account: Account | undefined,
  reason: "wrong" | "unconfirmed" | "provider" | "too-many",
): Promise<void> {
  const action = reason === "too-many" ? "sign-in-refused" : "sign-in-failed";
  const details = { reason };
  // An unknown email address is not stored, because it may be a password typed into the wrong field.
  if (account === undefined) return recordUnauthenticatedAction(db, { action, details, clientAddress });
  const subject = `account:${account.id}`;
  const attempt = { action, actor: { kind: "nobody" }, subject, details, clientAddress } as const;
  await recordAccountAction(db, account, attempt);
}

import { type Kysely, sql } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import { recordStranger } from "#app/audit/record-once.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  type Attempt,
  countAttempts,
  takeBackAttempts,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import {
  hasDeviceCookie,
  readKnownDevice,
  type RememberDevice,
} from "#app/identity/devices/known-device.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { CurrentSession } from "./session-access.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { BetterAuth } from "#app/identity/library/better-auth.server.ts";
import { cookiesOf, libraryRequest } from "#app/identity/library/call-library.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import { isLongPassword } from "#app/identity/passwords/password-length.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import { hasAuthenticator } from "#app/identity/second-factor/has-authenticator.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { AppError } from "#app/platform/errors.ts";
import { completeSignIn } from "./complete-sign-in.server.ts";
import type { StaffSession } from "./find-session.server.ts";

export type SignInOutcome =
  | { ok: true; headers: Headers; needsSecondFactor: boolean }
  | {
      ok: false;
      /** `unconfirmed`: the password is right, and the address was never confirmed. `busy`: too many try at this moment. */
      reason: "wrong" | "too-many" | "unconfirmed" | "busy";
    };

type Deps = {
  currentSession: CurrentSession;
  db: Kysely<Database>;
  clock: Clock;
  siteUrl: string;
  keys: IdentityKeys;
  passwords: Passwords;
  auth: BetterAuth;
  rememberDevice: RememberDevice;
};

type Begun = { visitor: Visitor; email: string; password: string; account: Account | undefined };
type Account = {
  id: string;
  email: string;
  needsSecondFactor: boolean;
  /** Anyone can create an account without a role. */
  hasRole: boolean;
  passwordHash: string | null;
};

/** While the hashing queue is full, attempts from unknown devices are rejected before any database query. */
export function createSignIn(deps: Deps) {
  return async (
    visitor: Visitor,
    credentials: { email: string; password: string },
  ): Promise<SignInOutcome> => {
    const isRefused =
      deps.passwords.queue.isFull("unknownDevice") && !hasDeviceCookie(visitor.request.headers);
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
  const account = await findAccount(deps.db, email);
  const browser = account && ({ accountId: account.id, level: "password" } as const);
  const device = browser && readKnownDevice(deps.keys, browser, visitor.request.headers);
  const attempts = listAttempts(visitor, email, device);
  const startedAt = deps.clock.now();
  const counting = { ...deps, clock: { now: () => startedAt } };
  const refusal = await refuseGuesses(counting, visitor, attempts, account);
  if (refusal !== undefined) return refusal;

  const before = await deps.currentSession(visitor.request.headers, "quiet");
  const hasPriority = device !== undefined && account?.hasRole === true;
  const response = await answerInTurn(deps, { visitor, email, password, account }, hasPriority);
  if (response === "busy") {
    await takeBackAttempts(counting, attempts);
    return { ok: false, reason: "busy" };
  }
  return concludeSignIn(deps, visitor, { account, before, response, password });
}

/** The limits that a sign-in attempt counts toward. */
function listAttempts(
  { clientAddress }: Visitor,
  email: string,
  device: { countKey: string } | undefined,
): Attempt[] {
  return [
    { limit: "passwordsByAddress", of: clientAddress },
    device === undefined
      ? { limit: "passwordsByAccount", of: email.toLowerCase() }
      : { limit: "passwordsByDevice", of: device.countKey },
  ];
}

/** @param attempt.response undefined for a wrong password */
async function concludeSignIn(
  deps: Deps,
  visitor: Visitor,
  attempt: {
    account: Account | undefined;
    before: StaffSession | null;
    response: Response | undefined;
    password: string;
  },
): Promise<SignInOutcome> {
  const { account, before, response, password } = attempt;
  if (response?.ok === true && account !== undefined) {
    return letIn(deps, visitor, { account, before, response, password });
  }
  const reason = response?.status === 403 ? "unconfirmed" : "wrong";
  await recordFailure(deps, visitor, account, { reason });
  return { ok: false, reason };
}

async function letIn(
  deps: Deps,
  { request, clientAddress }: Visitor,
  begun: { account: Account; before: StaffSession | null; response: Response; password: string },
): Promise<SignInOutcome> {
  const { account, before, response, password } = begun;
  const { id, needsSecondFactor, passwordHash } = account;
  const token = await tokenOf(response);
  const session = { token, account, with: "password", before, passwordHash, clientAddress } as const;
  if (!(await completeSignIn(deps.db, session))) {
    await recordFailure(deps, { request, clientAddress }, account, { reason: "wrong" });
    return { ok: false, reason: "wrong" };
  }
  await recordPasswordLength(deps.db, account, password);
  await renewHash(deps, account, password);
  const headers = cookiesOf(response.headers);
  // Not by half of what is asked for: whoever has stolen the password is no acquaintance.
  if (!needsSecondFactor) headers.append("set-cookie", deps.rememberDevice(id, "password", request.headers));
  return { ok: true, headers, needsSecondFactor };
}

async function findAccount(db: Kysely<Database>, email: string): Promise<Account | undefined> {
  return db
    .selectFrom("staffUsers as account")
    .leftJoin("staffAccounts as credential", (join) =>
      join.onRef("credential.userId", "=", "account.id").on("credential.providerId", "=", "credential"),
    )
    .select([
      "account.id",
      "account.email",
      "credential.password as passwordHash",
      hasAuthenticator(sql.ref("account.id")).as("needsSecondFactor"),
      sql<boolean>`account.role <> 'pending' and coalesce(account.role_ends_at > now(), true)`.as("hasRole"),
    ])
    .where("account.email", "=", email.toLowerCase())
    .executeTakeFirst();
}

async function refuseGuesses(
  deps: Deps,
  visitor: Visitor,
  attempts: readonly Attempt[],
  account: Account | undefined,
): Promise<SignInOutcome | undefined> {
  const counted = await countAttempts(deps, attempts);
  if (counted === "within") return undefined;
  // One line for a stretch of time: a flood of guesses is not to become a flood of lines that stay for ever.
  if (counted === "first-refusal") await recordFailure(deps, visitor, account, { reason: "too-many" });
  return { ok: false, reason: "too-many" };
}

/**
 * Only a correct password reaches the library, whose own steps cost several queries.
 * @returns undefined for a wrong password
 */
async function answerInTurn(
  deps: Deps,
  { visitor, email, password, account }: Begun,
  hasPriority: boolean,
): Promise<Response | "busy" | undefined> {
  try {
    return await deps.passwords.queue.run(hasPriority ? "knownDevice" : "unknownDevice", async () => {
      if (!(await isPasswordOf(deps, account, password))) {
        await deps.passwords.pauseAfterWrong();
        return undefined;
      }
      const request = libraryRequest(deps.siteUrl, visitor, "/sign-in/email", { email, password });
      const response = await deps.auth.handler(request);
      if (response.status >= 500) throw new AppError("internal", `Sign-in answered ${response.status}`);
      return response;
    });
  } catch (error) {
    if (error instanceof QueueIsFull) return "busy";
    throw error;
  }
}

/** Takes as long for an unknown address as for an account. */
async function isPasswordOf(
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

/** What was hashed in an older way is hashed anew while the password is at hand. */
async function renewHash(deps: Deps, { id, passwordHash }: Account, password: string): Promise<void> {
  if (passwordHash === null || !deps.passwords.isOutdated(passwordHash)) return;
  const renewed = await deps.passwords.hash(password).catch((error: unknown) => {
    // Another time: nobody is kept out for it.
    if (error instanceof QueueIsFull) return undefined;
    throw error;
  });
  if (renewed === undefined) return;
  await deps.db
    .updateTable("staffAccounts")
    .set({ password: renewed })
    .where("userId", "=", id)
    // Unless it was changed meanwhile.
    .where("password", "=", passwordHash)
    .execute();
}

async function recordFailure(
  { db }: Deps,
  { clientAddress }: Visitor,
  account: Account | undefined,
  details: { reason: string },
): Promise<void> {
  const action = details.reason === "too-many" ? "sign-in-refused" : "sign-in-failed";
  // The address of somebody who has no account is not kept: it may be a mistyped password.
  if (account === undefined) return recordStranger(db, { action, details, clientAddress });
  const subject = `account:${account.id}`;
  await recordAudit(db, { action, actor: { kind: "nobody" }, subject, details, clientAddress });
}

async function tokenOf(response: Response): Promise<string> {
  // The library's own answer to exactly this call.
  const { token } = (await response.json()) as { token: string };
  return token;
}

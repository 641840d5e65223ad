import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { passwordHashOf } from "#app/identity/accounts/account-rows.server.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import {
  type Attempt,
  countAttempts,
  type Counted,
  takeBackAttempts,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import { readKnownDevice, type RememberDevice } from "#app/identity/devices/known-device.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { CurrentSession } from "./session-access.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { BetterAuth } from "#app/identity/library/better-auth.server.ts";
import { cookiesOf } from "#app/identity/library/call-library.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import { chooseLane, type Passwords } from "#app/identity/passwords/passwords.server.ts";
import { hasAuthenticator } from "#app/identity/second-factor/has-authenticator.server.ts";
import { redeemCode } from "#app/identity/second-factor/redeem-code.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { endSessions, type StaffSession } from "./find-session.server.ts";
import { type Occasion, renewToken } from "./renew-token.server.ts";

/**
 * `signed-out`: there was no session to prove anything in, or it ended after too many tries. `spent`: strangers have tried so many
 * codes that no more is taken from browsers which the account does not know, until its password is another one.
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
  /** Raises the session to the second authentication level after a second factor was shown. @returns its cookie */
  raiseSession(visitor: Visitor): Promise<Headers>;
  /** Renews the session at the same level, after a change that the old token must not survive. @returns its cookie */
  renewSession(visitor: Visitor): Promise<Headers>;
};

/**
 * What somebody who is signed in shows to be trusted more: a code at sign-in, or once more who they are before what cannot be
 * undone. Each proof gives the session another token.
 */
export function createStepUp(deps: Deps): StepUp {
  return {
    async raiseSession(visitor) {
      const session = await deps.currentSession(visitor.request.headers, "quiet");
      const headers = await renew(deps, visitor, "second-factor");
      if (session === null || headers === undefined) return new Headers();
      return remembered(deps, visitor, session, headers);
    },

    renewSession: async (visitor) => (await renew(deps, visitor, "change")) ?? new Headers(),

    async stepUpWithPassword(visitor, password) {
      const session = await deps.currentSession(visitor.request.headers);
      // Whoever has an authenticator shows its code: a password that was looked over the shoulder is not enough again.
      if (session === null || (await asksForCode(deps.db, session.staff.id))) return signedOut;
      const startedAt = deps.clock.now();
      const counting = { ...deps, clock: { now: () => startedAt } };
      const attempts = passwordAttempts(deps, visitor, session);
      return prove(deps, visitor, session, {
        how: "password",
        count: () => countAttempts(counting, attempts),
        isRight: () =>
          isPasswordOf(deps, session.staff, password).catch(async (error: unknown) => {
            if (!(error instanceof QueueIsFull)) throw error;
            await takeBackAttempts(counting, attempts);
            return "busy" as const;
          }),
      });
    },

    async stepUpWithCode(visitor, code) {
      const session = await deps.currentSession(visitor.request.headers);
      if (session === null) return signedOut;
      return prove(deps, visitor, session, {
        how: "code",
        count: () => countCode(deps, visitor, session),
        isRight: async () =>
          (await redeemCode(deps, { ...session.staff, clientAddress: visitor.clientAddress }, code)) ===
          "taken",
      });
    },
  };
}

type Proof = {
  how: "password" | "code";
  /** Counts the try before it is looked at. */
  count: () => Promise<Counted | "spent">;
  isRight: () => Promise<boolean | "busy">;
};

const signedOut = { ok: false, reason: "signed-out" } as const;

async function prove(
  deps: Deps,
  visitor: Visitor,
  session: StaffSession,
  proof: Proof,
): Promise<StepUpOutcome> {
  const { db } = deps;
  const { id, email } = session.staff;
  const told = { actor: actorOf({ id, email }), clientAddress: visitor.clientAddress } as const;
  const counted = await proof.count();
  if (counted !== "within") {
    // Whoever has the password and not the code has to come by the password again, which is counted too.
    if (session.needsSecondFactor) await endSessions(db, [session.id]);
    if (counted !== "refused") {
      await recordAudit(db, {
        ...told,
        action: "proof-failed",
        details: { with: proof.how, reason: "too-many" },
      });
    }
    return { ok: false, reason: counted === "spent" ? "spent" : "too-many" };
  }
  const isRight = await proof.isRight();
  if (isRight === "busy") return { ok: false, reason: "busy" };
  if (!isRight) {
    await recordAudit(db, { ...told, action: "proof-failed", details: { with: proof.how, reason: "wrong" } });
    return { ok: false, reason: "wrong" };
  }
  const headers = await renew(deps, visitor, proof.how === "code" ? "second-factor" : "password", (trx) =>
    recordAudit(trx, { ...told, action: "proof-given", details: { with: proof.how } }),
  );
  // It was ended while the proof was looked at.
  if (headers === undefined) return signedOut;
  return { ok: true, headers: proof.how === "code" ? remembered(deps, visitor, session, headers) : headers };
}

/** With the cookie by which this browser is known from now on: a second factor was shown in it. */
function remembered(
  { rememberDevice }: Deps,
  { request }: Visitor,
  { staff }: StaffSession,
  headers: Headers,
): Headers {
  headers.append("set-cookie", rememberDevice(staff.id, "code", request.headers));
  return headers;
}

/**
 * Gives the session another token.
 * @param tell what the audit log is told in the same transaction
 * @returns headers with its cookie, or undefined where there is no session any more
 */
async function renew(
  { db, auth }: Deps,
  { request }: Visitor,
  occasion: Occasion,
  tell?: (trx: Kysely<Database>) => Promise<unknown>,
): Promise<Headers | undefined> {
  const token = await auth.api.readSessionToken({ headers: request.headers });
  if (token === undefined) return undefined;
  const renewed = await db.transaction().execute(async (trx) => {
    const outcome = await renewToken(trx, token, occasion);
    if (outcome !== undefined) await tell?.(trx);
    return outcome;
  });
  if (renewed === undefined) return undefined;
  const maxAge = Math.max(0, Math.floor((renewed.endsAt.getTime() - Date.now()) / 1_000));
  const signed = await auth.api.signSessionCookie({
    body: { token: renewed.token, maxAge },
    returnHeaders: true,
  });
  return cookiesOf(signed.headers);
}

async function asksForCode(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const { asks } = await db
    .selectNoFrom(hasAuthenticator(sql`${accountId}`).as("asks"))
    .executeTakeFirstOrThrow();
  return asks;
}

async function isPasswordOf({ db, passwords }: Deps, staff: Staff, password: string): Promise<boolean> {
  return passwords.verify((await passwordHashOf(db, staff.id)) ?? "", password, chooseLane(staff));
}

function passwordAttempts({ keys }: Deps, visitor: Visitor, { staff }: StaffSession): Attempt[] {
  const browser = { accountId: staff.id, level: "password" } as const;
  // Whoever asks is signed in: their tries are not a stranger's, and keep nobody out.
  const device = readKnownDevice(keys, browser, visitor.request.headers)?.countKey ?? `account ${staff.id}`;
  return [
    { limit: "passwordsByAddress", of: visitor.clientAddress },
    { limit: "passwordsByDevice", of: device },
  ];
}

/**
 * Codes of strange browsers count for the account as long as it has this password: whoever stole it and guesses at the code loses
 * both when it is changed, and its owner begins anew.
 */
async function countCode(
  deps: Deps,
  visitor: Visitor,
  { id, staff }: StaffSession,
): Promise<Counted | "spent"> {
  const inSession = await countAttempts(deps, [{ limit: "codesBySession", of: id }]);
  if (inSession !== "within") return inSession;
  const browser = { accountId: staff.id, level: "code" } as const;
  const device = readKnownDevice(deps.keys, browser, visitor.request.headers)?.countKey;
  if (device !== undefined) return countAttempts(deps, [{ limit: "codesByDevice", of: device }]);
  const of = `${staff.id} ${(await passwordHashOf(deps.db, staff.id)) ?? ""}`;
  const counted = await countAttempts(deps, [{ limit: "codesByAccount", of }]);
  return counted === "within" ? counted : "spent";
}

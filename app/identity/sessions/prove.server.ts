import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/database.ts";
import { type Attempt, countAttempts } from "#app/identity/guessing/count-attempts.server.ts";
import { knownDeviceOf } from "#app/identity/guessing/known-device.server.ts";
import type { Identity, Visitor } from "#app/identity/identity.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { BetterAuth } from "#app/identity/library/better-auth.server.ts";
import { cookiesOf } from "#app/identity/library/call-library.server.ts";
import { HashingIsBusy } from "#app/identity/passwords/hashing-queue.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import { takeCode } from "#app/identity/second-factor/take-code.server.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { endSessions, type StaffSession } from "./find-session.server.ts";

/** `signed-out`: there was no session to prove anything in, or it ended after too many tries. */
export type ProofOutcome =
  | { ok: true; headers: Headers }
  | { ok: false; reason: "wrong" | "too-many" | "busy" | "signed-out" };

type Deps = Pick<Identity, "currentSession"> & {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  keys: IdentityKeys;
  passwords: Passwords;
  auth: BetterAuth;
};

/**
 * What somebody who is signed in shows to be trusted more: a code at sign-in, or once more who they are before what cannot be
 * undone. Each proof gives the session another token.
 */
export function createProofs(deps: Deps): Pick<Identity, "provePassword" | "proveCode" | "raiseSession"> {
  return {
    raiseSession: async (visitor) => (await rotate(deps.auth, visitor, "aal2")) ?? new Headers(),

    async provePassword(visitor, password) {
      const session = await deps.currentSession(visitor.request.headers);
      // Whoever has an authenticator shows its code: a password that was looked over the shoulder is not enough again.
      if (session === null || (await hasAuthenticator(deps.db, session.staff.id))) return signedOut;
      return prove(deps, visitor, session, {
        how: "password",
        attempts: passwordAttempts(deps, visitor, session),
        isRight: () => isPasswordOf(deps, session.staff.id, password),
        assurance: session.assurance,
      });
    },

    async proveCode(visitor, code) {
      const session = await deps.currentSession(visitor.request.headers);
      if (session === null) return signedOut;
      return prove(deps, visitor, session, {
        how: "code",
        attempts: codeAttempts(deps, visitor, session),
        isRight: async () =>
          (await takeCode(deps, { ...session.staff, clientAddress: visitor.clientAddress }, code)) ===
          "taken",
        assurance: "aal2",
      });
    },
  };
}

type Proof = {
  how: "password" | "code";
  attempts: readonly Attempt[];
  isRight: () => Promise<boolean>;
  assurance: StaffSession["assurance"];
};

const signedOut = { ok: false, reason: "signed-out" } as const;

async function prove(
  deps: Deps,
  visitor: Visitor,
  session: StaffSession,
  proof: Proof,
): Promise<ProofOutcome> {
  const { db } = deps;
  const { id, email } = session.staff;
  const told = { actor: { kind: "staff", id, email }, clientAddress: visitor.clientAddress } as const;
  const counted = await countAttempts(deps, proof.attempts);
  if (counted !== "within") {
    // Whoever has the password and not the code has to come by the password again, which is counted too.
    if (session.needsSecondFactor) await endSessions(db, [session.id]);
    if (counted === "first-refusal") {
      await recordAudit(db, {
        ...told,
        action: "proof-failed",
        details: { with: proof.how, reason: "too-many" },
      });
    }
    return { ok: false, reason: "too-many" };
  }
  const isRight = await proof.isRight().catch((error: unknown): "busy" => {
    if (error instanceof HashingIsBusy) return "busy";
    throw error;
  });
  if (isRight === "busy") return { ok: false, reason: "busy" };
  if (!isRight) {
    await recordAudit(db, { ...told, action: "proof-failed", details: { with: proof.how, reason: "wrong" } });
    return { ok: false, reason: "wrong" };
  }
  const headers = await rotate(deps.auth, visitor, proof.assurance);
  if (headers === undefined) return signedOut;
  await recordAudit(db, { ...told, action: "proof-given", details: { with: proof.how } });
  return { ok: true, headers };
}

/** @returns headers with the cookie of the new token, or undefined where the session has just ended */
async function rotate(
  auth: BetterAuth,
  { request }: Visitor,
  assurance: StaffSession["assurance"],
): Promise<Headers | undefined> {
  const token = await auth.api.readSessionToken({ headers: request.headers });
  if (token === undefined) return undefined;
  const rotated = await auth.api.rotateSession({ body: { token, assurance }, returnHeaders: true });
  return cookiesOf(rotated.headers);
}

async function hasAuthenticator(db: Kysely<Database>, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom("staffAuthenticators")
    .select("userId")
    .where("userId", "=", accountId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  return found !== undefined;
}

async function isPasswordOf({ db, passwords }: Deps, accountId: string, password: string): Promise<boolean> {
  const credential = await db
    .selectFrom("staffAccounts")
    .select("password")
    .where("userId", "=", accountId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  return passwords.verify(credential?.password ?? "", password);
}

function passwordAttempts({ keys }: Deps, visitor: Visitor, { staff }: StaffSession): Attempt[] {
  // Whoever asks is signed in: their tries are not a stranger's, and keep nobody out.
  const device = knownDeviceOf(keys, staff.id, visitor.request.headers) ?? `session of ${staff.id}`;
  return [
    { limit: "passwordsByAddress", of: visitor.clientAddress },
    { limit: "passwordsByDevice", of: device },
  ];
}

function codeAttempts({ keys }: Deps, visitor: Visitor, { id, staff }: StaffSession): Attempt[] {
  const device = knownDeviceOf(keys, staff.id, visitor.request.headers);
  return [
    { limit: "codesBySession", of: id },
    device === undefined ? { limit: "codesByAccount", of: staff.id } : { limit: "codesByDevice", of: device },
  ];
}

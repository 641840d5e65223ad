import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import {
  countAttempts,
  type CountingDeps,
  refundAttempts,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import { endLinks } from "#app/identity/links/one-time-links.server.ts";
import { isAcceptablePassword } from "#app/identity/passwords/check-new-password.server.ts";
import { chooseLane, type Passwords } from "#app/identity/passwords/passwords.server.ts";
import { deleteAuthenticatorSetups } from "#app/identity/second-factor/authenticator-setup.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import {
  endAccountSessions,
  findPasswordHash,
  replacePassword,
} from "#app/identity/accounts/account-rows.server.ts";

type Deps = CountingDeps & {
  outbox: Pick<Outbox, "put" | "wake">;
  passwords: Pick<Passwords, "hash" | "verify">;
};

type Change = {
  session: Pick<StaffSession, "id" | "staff">;
  current: string;
  next: string;
  clientAddress: string;
  browser?: string | undefined;
};

/**
 * Changes the password of a signed-in account that enters its current one, and ends its other sessions. The caller renews the token of
 * this session (`Identity.renewSession`). Attempts are counted before the password is verified and recorded in the audit log.
 * @throws QueueIsFull when too many passwords are waiting; the attempt does not count
 */
export async function changePassword(
  deps: Deps,
  change: Change,
): Promise<{ ok: true } | { ok: false; reason: "wrong" | "too-many" | "common-password" }> {
  const { db, outbox } = deps;
  const startedAt = deps.clock.now();
  const counting = { ...deps, clock: { now: () => startedAt } };
  // Strangers can use up the limits of the account and of the network address, so these do not apply to sessions.
  const attempts = [{ limit: "passwordsByDevice", of: `account ${change.session.staff.id}` }] as const;
  const counted = await countAttempts(counting, attempts);
  if (counted !== "within") {
    if (counted === "first-refusal") await recordFailure(db, change, "too-many");
    return { ok: false, reason: "too-many" };
  }
  const hashes = await hashBoth(deps, change).catch(async (error: unknown) => {
    if (error instanceof QueueIsFull) await refundAttempts(counting, attempts);
    throw error;
  });
  if (hashes === "wrong") await recordFailure(db, change, "wrong");
  if (typeof hashes === "string") return { ok: false, reason: hashes };
  if (!(await replace(deps, change, hashes))) return { ok: false, reason: "wrong" };
  outbox.wake();
  return { ok: true };
}

async function hashBoth(
  { db, passwords }: Deps,
  { session: { staff }, current, next }: Change,
): Promise<{ known: string; hash: string } | "wrong" | "common-password"> {
  const lane = chooseLane(staff);
  const known = await findPasswordHash(db, staff.id);
  if (known === undefined || !(await passwords.verify(known, current, lane))) return "wrong";
  if (!(await isAcceptablePassword(next, staff.email))) return "common-password";
  return { known, hash: await passwords.hash(next, lane) };
}

async function recordFailure(
  db: Kysely<Database>,
  { session: { staff }, clientAddress }: Change,
  reason: "wrong" | "too-many",
): Promise<void> {
  await recordAudit(db, {
    action: "proof-failed",
    actor: actorOf(staff),
    details: { with: "password", reason },
    clientAddress,
  });
}

/** @returns false if another request has changed the password since it was verified */
async function replace(
  { db, outbox }: Deps,
  { session: { id: sessionId, staff }, clientAddress, browser }: Change,
  { known, hash }: { known: string; hash: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locks the links before the account, in the same order as a reset, to avoid a deadlock.
    await endLinks(trx, sql`user_id = ${staff.id} and kind = 'reset'`);
    if (!(await replacePassword(trx, staff.id, hash, known))) return false;
    const sessionsEnded = await endAccountSessions(trx, staff.id, sessionId);
    // A thief may have begun one in this session.
    await deleteAuthenticatorSetups(trx, staff.id);
    await recordAccountChange(
      trx,
      { outbox },
      {
        accountId: staff.id,
        email: staff.email,
        change: "password-changed",
        details: { by: "current password", sessionsEnded },
        clientAddress,
        browser,
      },
    );
    return true;
  });
}

import { type Kysely, sql } from "kysely";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { countAttempts, type CountingDeps } from "#app/identity/rate-limits/count-attempts.server.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import { endLinks } from "#app/identity/links/one-time-links.server.ts";
import { canBeChosen } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import {
  endSessionsOf,
  passwordHashOf,
  replacePassword,
} from "#app/identity/accounts/account-rows.server.ts";

type Deps = CountingDeps & {
  outbox: Pick<Outbox, "put" | "wake">;
  passwords: Pick<Passwords, "hash" | "verify">;
};

type Change = {
  account: { id: string; email: string };
  current: string;
  next: string;
  keepSessionId: string;
  clientAddress: string;
  browser?: string | undefined;
};

/**
 * Sets another password for somebody who knows the present one, and ends all their sessions but this. That one is given another token by
 * the caller (`Identity.renewSession`). Tries are counted before the password is looked at, and told like any other proof.
 */
export async function changePassword(
  deps: Deps,
  change: Change,
): Promise<{ ok: true } | { ok: false; reason: "wrong" | "too-many" | "common-password" }> {
  const { db, outbox, passwords } = deps;
  const { account, current, next } = change;
  const counted = await countTry(deps, change);
  if (counted !== "within") {
    if (counted === "first-refusal") await recordFailure(db, change, "too-many");
    return { ok: false, reason: "too-many" };
  }
  const known = await passwordHashOf(db, account.id);
  if (known === undefined || !(await passwords.verify(known, current))) {
    await recordFailure(db, change, "wrong");
    return { ok: false, reason: "wrong" };
  }
  if (!(await canBeChosen(next, account.email))) return { ok: false, reason: "common-password" };
  const isReplaced = await replace(deps, change, { known, hash: await passwords.hash(next) });
  if (!isReplaced) return { ok: false, reason: "wrong" };
  outbox.wake();
  return { ok: true };
}

/** Whoever asks is signed in: their tries are not a stranger's at the sign-in screen, and keep nobody out there. */
async function countTry(deps: Deps, { account, clientAddress }: Change) {
  return countAttempts(deps, [
    { limit: "passwordsByAddress", of: clientAddress },
    { limit: "passwordsByDevice", of: `account ${account.id}` },
  ]);
}

async function recordFailure(
  db: Kysely<Database>,
  { account: { id, email }, clientAddress }: Change,
  reason: "wrong" | "too-many",
): Promise<void> {
  await recordAudit(db, {
    action: "proof-failed",
    actor: actorOf({ id, email }),
    details: { with: "password", reason },
    clientAddress,
  });
}

/** @returns false where another tab, or a reset, was faster */
async function replace(
  { db, outbox }: Deps,
  { account, keepSessionId, clientAddress, browser }: Change,
  { known, hash }: { known: string; hash: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // First the links, as a reset has it, which begins with its own: neither waits for the other.
    await endLinks(trx, sql`user_id = ${account.id} and kind = 'reset'`);
    if (!(await replacePassword(trx, account.id, hash, known))) return false;
    const sessionsEnded = await endSessionsOf(trx, account.id, keepSessionId);
    await recordAccountChange(
      trx,
      { outbox },
      {
        accountId: account.id,
        email: account.email,
        change: "password-changed",
        details: { by: "current password", sessionsEnded },
        clientAddress,
        browser,
      },
    );
    return true;
  });
}

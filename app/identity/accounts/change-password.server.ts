import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { noteAccountChange } from "#app/identity/letters/note-account-change.server.ts";
import { endLinks } from "#app/identity/links/one-time-links.server.ts";
import { mayBeChosen } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import type { Outbox } from "#app/mail/outbox.server.ts";
import { endSessions, passwordHashOf, replacePassword } from "./account-rows.server.ts";

/**
 * Sets another password for somebody who knows the present one, and ends all their sessions but this. How often it may be tried is the
 * caller's to count.
 */
export async function changePassword(
  {
    db,
    outbox,
    passwords,
  }: {
    db: Kysely<Database>;
    outbox: Pick<Outbox, "put" | "wake">;
    passwords: Pick<Passwords, "hash" | "verify">;
  },
  input: {
    account: { id: string; email: string };
    current: string;
    next: string;
    keepSessionId: string;
    clientAddress?: string | undefined;
    browser?: string | undefined;
  },
): Promise<{ ok: true } | { ok: false; reason: "wrong" | "common-password" }> {
  const { account, keepSessionId, clientAddress, browser } = input;
  const known = await passwordHashOf(db, account.id);
  if (known === undefined || !(await passwords.verify(known, input.current))) {
    return { ok: false, reason: "wrong" };
  }
  if (!(await mayBeChosen(input.next, account.email))) return { ok: false, reason: "common-password" };
  const hash = await passwords.hash(input.next);
  const isReplaced = await db.transaction().execute(async (trx) => {
    // Another tab, or a reset, can have been faster.
    if (!(await replacePassword(trx, account.id, hash, known))) return false;
    const sessionsEnded = await endSessions(trx, account.id, keepSessionId);
    await endLinks(trx, sql`user_id = ${account.id} and kind = 'reset'`);
    await noteAccountChange(
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
  if (!isReplaced) return { ok: false, reason: "wrong" };
  outbox.wake();
  return { ok: true };
}

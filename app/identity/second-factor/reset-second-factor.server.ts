import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import {
  type AccountKey,
  endAccountSessions,
  findToManage,
  lockAccountSessions,
  type TeamManager,
} from "#app/identity/accounts/account-rows.server.ts";
import { endInvitationsBy } from "#app/identity/links/one-time-links.server.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { deleteAuthenticatorSetups } from "./authenticator-setup.server.ts";
import { deleteAuthenticator } from "./authenticator.server.ts";

/**
 * Removes another person's authenticator, recovery codes and passkeys, and signs that person out everywhere. An owner uses this after a
 * loss or when an attacker has added a second factor. A password reset keeps the authenticator, so access to the mailbox alone is not
 * enough to sign in.
 * @param reset.actor the person who verified the identity of the account’s owner
 * @returns `own-account` if an owner tries to reset their own
 */
export async function resetSecondFactor(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> },
  reset: AccountKey & { actor: TeamManager; clientAddress?: string | undefined },
): Promise<
  { ok: true } | { ok: false; reason: "unknown" | "own-account" | "no-second-factor" | "not-allowed" }
> {
  const { actor, clientAddress } = reset;
  const outcome = await db.transaction().execute(async (trx) => {
    const found = await findToManage(trx, reset);
    if (!found.ok) return found;
    const { id, email } = found.account;
    // A thief with an owner's password could otherwise remove the passkey. Own factors are removed on the account page.
    if (actor.kind === "staff" && actor.id === id) return { ok: false, reason: "own-account" } as const;
    await lockAccountSessions(trx, id);
    await deleteAuthenticatorSetups(trx, id);
    const hadAuthenticator = await deleteAuthenticator(trx, id);
    const passkeys = await trx.deleteFrom("staffPasskeys").where("userId", "=", id).executeTakeFirst();
    const passkeysRemoved = Number(passkeys.numDeletedRows);
    if (!hadAuthenticator && passkeysRemoved === 0) return { ok: false, reason: "no-second-factor" } as const;
    const sessionsEnded = await endAccountSessions(trx, id);
    await endInvitationsBy(trx, id);
    const note = { accountId: id, email, actor, clientAddress };
    if (hadAuthenticator) {
      const removal = { ...note, change: "second-factor-removed", details: { sessionsEnded } } as const;
      await recordAccountChange(trx, { outbox }, removal);
    }
    if (passkeysRemoved > 0) {
      const removal = {
        ...note,
        change: "passkey-removed",
        details: { sessionsEnded, passkeysRemoved },
      } as const;
      await recordAccountChange(trx, { outbox }, removal);
    }
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

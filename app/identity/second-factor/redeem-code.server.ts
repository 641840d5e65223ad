import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { readRecoveryCode } from "./recovery-code.server.ts";
import { readTotpCode, findTimeStep } from "./totp.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  log: Pick<Log, "warn">;
  outbox: Pick<Outbox, "put" | "wake">;
  keys: Pick<IdentityKeys, "seal" | "open" | "recoveryCodeDigests">;
};

/**
 * Accepts a code of the account's authenticator app or one of its recovery codes. Each works once, also for concurrent requests. The
 * caller limits the attempts.
 * @param code as typed
 */
export async function redeemCode(deps: Deps, account: OwnAccount, code: string): Promise<boolean> {
  const totpCode = readTotpCode(code);
  const recoveryCode = readRecoveryCode(code);
  if (totpCode !== undefined) return redeemTotpCode(deps, account.id, totpCode);
  return recoveryCode !== undefined && redeemRecoveryCode(deps, account, recoveryCode);
}

async function redeemTotpCode(
  { db, clock, log, keys }: Deps,
  accountId: string,
  code: string,
): Promise<boolean> {
  const authenticator = await db
    .selectFrom("staffAuthenticators")
    .select("sealedSecret")
    .where("userId", "=", accountId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  if (authenticator === undefined) return false;
  const opened = keys.open(accountId, authenticator.sealedSecret);
  if (opened === undefined) {
    // The settings no longer contain a secret that is in use. The person needs a reset, or the operator must restore the secret.
    log.warn("identity.unseal_failed", { accountId });
    return false;
  }
  const step = findTimeStep(opened.text, code, clock.now());
  if (step === undefined) return false;
  const resealed = opened.isCurrent ? {} : { sealedSecret: keys.seal(accountId, opened.text) };
  const redeemed = await db
    .updateTable("staffAuthenticators")
    .set({ lastStep: step, ...resealed })
    .where("userId", "=", accountId)
    // The authenticator may have been replaced in the meantime.
    .where("sealedSecret", "=", authenticator.sealedSecret)
    .where("confirmedAt", "is not", null)
    // Rejects used and older codes. The condition is part of the update, so concurrent requests cannot both succeed.
    .where((eb) => eb.or([eb("lastStep", "is", null), eb("lastStep", "<", step)]))
    .returning("userId")
    .executeTakeFirst();
  return redeemed !== undefined;
}

async function redeemRecoveryCode(
  { db, keys, outbox }: Deps,
  account: OwnAccount,
  code: string,
): Promise<boolean> {
  const isRedeemed = await db.transaction().execute(async (trx) => {
    const redeemed = await trx
      .deleteFrom("staffRecoveryCodes")
      .where("userId", "=", account.id)
      .where("digest", "in", keys.recoveryCodeDigests(account.id, code))
      .returning("userId")
      .executeTakeFirst();
    if (redeemed === undefined) return false;
    // The owner is notified, because someone else may have found a printed code.
    await recordOwnChange(trx, outbox, account, "recovery-code-used");
    return true;
  });
  if (isRedeemed) outbox.wake();
  return isRedeemed;
}

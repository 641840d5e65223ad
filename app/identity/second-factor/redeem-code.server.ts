import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { readRecoveryCode } from "./recovery-code.server.ts";
import { readTotpCode, stepOfCode } from "./totp.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  log: Pick<Log, "warn">;
  outbox: Pick<Outbox, "put" | "wake">;
  keys: Pick<IdentityKeys, "seal" | "open" | "recoveryCodeDigests">;
};

/**
 * Takes a code of an account's authenticator app, or one of its recovery codes. Each is taken once: of two who send the same one at the
 * same moment, one is refused. How often somebody may try is for the caller to count.
 * @param code as it was typed
 */
export async function redeemCode(deps: Deps, account: OwnAccount, code: string): Promise<"taken" | "wrong"> {
  const totpCode = readTotpCode(code);
  const recoveryCode = readRecoveryCode(code);
  let isTaken = false;
  if (totpCode !== undefined) isTaken = await takeTotpCode(deps, account.id, totpCode);
  else if (recoveryCode !== undefined) isTaken = await takeRecoveryCode(deps, account, recoveryCode);
  return isTaken ? "taken" : "wrong";
}

async function takeTotpCode(
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
  const step = stepOfCode(opened.text, code, clock.now());
  if (step === undefined) return false;
  const resealed = opened.isCurrent ? {} : { sealedSecret: keys.seal(accountId, opened.text) };
  const taken = await db
    .updateTable("staffAuthenticators")
    .set({ lastStep: step, ...resealed })
    .where("userId", "=", accountId)
    // It may have been replaced since.
    .where("sealedSecret", "=", authenticator.sealedSecret)
    .where("confirmedAt", "is not", null)
    // No code twice, and none from before the last one: this is the check, whoever else comes at the same moment.
    .where((eb) => eb.or([eb("lastStep", "is", null), eb("lastStep", "<", step)]))
    .returning("userId")
    .executeTakeFirst();
  return taken !== undefined;
}

async function takeRecoveryCode(
  { db, keys, outbox }: Deps,
  account: OwnAccount,
  code: string,
): Promise<boolean> {
  const isTaken = await db.transaction().execute(async (trx) => {
    const taken = await trx
      .deleteFrom("staffRecoveryCodes")
      .where("userId", "=", account.id)
      .where("digest", "in", keys.recoveryCodeDigests(account.id, code))
      .returning("userId")
      .executeTakeFirst();
    if (taken === undefined) return false;
    // A code on paper can be found by somebody else: its owner is to hear of it.
    await recordOwnChange(trx, outbox, account, "recovery-code-used");
    return true;
  });
  if (isTaken) outbox.wake();
  return isTaken;
}

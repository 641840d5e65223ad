import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { deleteAuthenticatorSetup, lockAuthenticatorSetup } from "./authenticator-setup.server.ts";
import { formatRecoveryCode, newRecoveryCode, recoveryCodeCount } from "./recovery-code.server.ts";
import { readTotpCode, findTimeStep } from "./totp.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Pick<Outbox, "put" | "wake">;
  keys: Pick<IdentityKeys, "seal" | "open" | "recoveryCodeDigest">;
};

/** The state of an account’s authenticator app. */
export type SecondFactor = {
  /** When the authenticator app was confirmed; null without one. */
  since: Date | null;
  recoveryCodesLeft: number;
};

export async function getSecondFactor(db: Kysely<Database>, accountId: string): Promise<SecondFactor> {
  const found = await db
    .selectFrom("staffAuthenticators")
    .select([
      "confirmedAt",
      (eb) =>
        eb
          .selectFrom("staffRecoveryCodes")
          .select(({ fn }) => fn.countAll<number>().as("codes"))
          .whereRef("staffRecoveryCodes.userId", "=", "staffAuthenticators.userId")
          .as("codes"),
    ])
    .where("userId", "=", accountId)
    .where("confirmedAt", "is not", null)
    .executeTakeFirst();
  return { since: found?.confirmedAt ?? null, recoveryCodesLeft: found?.codes ?? 0 };
}

/**
 * Confirms an authenticator app with its first code. From then on, signing in requires a code.
 * @returns the recovery codes, which cannot be displayed again
 */
export async function confirmAuthenticator(
  { db, clock, outbox, keys }: Deps,
  { sessionId, ...account }: OwnAccount & { sessionId: string },
  code: string,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "wrong" | "not-started" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const secret = await lockAuthenticatorSetup(trx, keys, { ...account, sessionId });
    if (secret === undefined) return { ok: false, reason: "not-started" } as const;
    const step = findTimeStep(secret, readTotpCode(code) ?? "", clock.now());
    if (step === undefined) return { ok: false, reason: "wrong" } as const;
    const confirmed = { sealedSecret: keys.seal(account.id, secret), confirmedAt: clock.now() };
    // The code is used and cannot sign in as well.
    const isStored = await storeAuthenticator(trx, { userId: account.id, ...confirmed, lastStep: step });
    await deleteAuthenticatorSetup(trx, sessionId);
    // Another session has confirmed its own setup.
    if (!isStored) return { ok: false, reason: "not-started" } as const;
    const recoveryCodes = await replaceRecoveryCodes(trx, keys, account.id);
    await recordOwnChange(trx, outbox, account, "second-factor-added");
    return { ok: true, recoveryCodes } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/** Stores a confirmed authenticator. @returns false if the account already has one */
async function storeAuthenticator(
  trx: Transaction<Database>,
  authenticator: { userId: string; sealedSecret: string; confirmedAt: Date; lastStep: number },
): Promise<boolean> {
  const stored = await trx
    .insertInto("staffAuthenticators")
    .values(authenticator)
    .onConflict((conflict) =>
      conflict
        .column("userId")
        .doUpdateSet(authenticator)
        // A setup of the previous release.
        .where("staffAuthenticators.confirmedAt", "is", null),
    )
    .returning("userId")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Removes the authenticator and its recovery codes. From then on, the password alone signs in. */
export async function removeAuthenticator(
  { db, outbox }: Pick<Deps, "db" | "outbox">,
  account: OwnAccount,
): Promise<{ ok: true } | { ok: false; reason: "not-set-up" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    if (!(await deleteAuthenticator(trx, account.id))) return { ok: false, reason: "not-set-up" } as const;
    await recordOwnChange(trx, outbox, account, "second-factor-removed");
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/** Deletes a confirmed authenticator and its recovery codes. @returns whether there was one */
export async function deleteAuthenticator(trx: Transaction<Database>, accountId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom("staffAuthenticators")
    .where("userId", "=", accountId)
    .where("confirmedAt", "is not", null)
    .returning("userId")
    .executeTakeFirst();
  if (removed === undefined) return false;
  await trx.deleteFrom("staffRecoveryCodes").where("userId", "=", accountId).execute();
  return true;
}

/** Replaces the recovery codes. The previous ones stop working. */
export async function renewRecoveryCodes(
  { db, outbox, keys }: Pick<Deps, "db" | "outbox" | "keys">,
  account: OwnAccount,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "not-set-up" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const authenticator = await trx
      .selectFrom("staffAuthenticators")
      .select("userId")
      .where("userId", "=", account.id)
      .where("confirmedAt", "is not", null)
      // The lock ensures that concurrent renewals leave one set of codes.
      .forUpdate()
      .executeTakeFirst();
    if (authenticator === undefined) return { ok: false, reason: "not-set-up" } as const;
    const recoveryCodes = await replaceRecoveryCodes(trx, keys, account.id);
    await recordOwnChange(trx, outbox, account, "recovery-codes-renewed");
    return { ok: true, recoveryCodes } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/** Replaces the recovery codes of an account. @returns the codes, which cannot be read from the database later */
async function replaceRecoveryCodes(
  trx: Transaction<Database>,
  keys: Pick<IdentityKeys, "recoveryCodeDigest">,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await trx.deleteFrom("staffRecoveryCodes").where("userId", "=", accountId).execute();
  await trx
    .insertInto("staffRecoveryCodes")
    .values(codes.map((code) => ({ userId: accountId, digest: keys.recoveryCodeDigest(accountId, code) })))
    .execute();
  return codes.map(formatRecoveryCode);
}

/** Counts authenticators that are not yet sealed with the current secret. Their codes would fail if the previous secret were removed. */
export async function countPreviousSeals(
  db: Kysely<Database>,
  keys: Pick<IdentityKeys, "currentSealPrefix">,
): Promise<number> {
  const { count } = await db
    .selectFrom("staffAuthenticators")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("confirmedAt", "is not", null)
    .where(({ not, fn, val, eb }) =>
      not(eb(fn<boolean>("starts_with", ["sealedSecret", val(keys.currentSealPrefix)]), "=", true)),
    )
    .executeTakeFirstOrThrow();
  return count;
}

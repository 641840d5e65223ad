import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { formatRecoveryCode, newRecoveryCode, recoveryCodeCount } from "./recovery-code.server.ts";
import { authenticatorUri, newSecret, readTotpCode, findTimeStep } from "./totp.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Pick<Outbox, "put" | "wake">;
  keys: Pick<IdentityKeys, "seal" | "open" | "recoveryCodeDigest">;
};

/** The secret for an authenticator app, and the `otpauth:` URI that contains it for the QR code. */
export type AuthenticatorSetup = { secret: string; uri: string };

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
 * Creates a secret for an authenticator app, which has no effect until its first code is confirmed. Each call replaces the secret. A confirmed
 * authenticator must be removed first, so that a stranger at an unattended screen cannot replace it.
 */
export async function startAuthenticatorSetup(
  { db, clock, keys }: Pick<Deps, "db" | "clock" | "keys">,
  { id, email }: OwnAccount,
): Promise<({ ok: true } & AuthenticatorSetup) | { ok: false; reason: "already-confirmed" }> {
  const secret = newSecret();
  const setup = { sealedSecret: keys.seal(id, secret), createdAt: clock.now(), lastStep: null };
  const stored = await db
    .insertInto("staffAuthenticators")
    .values({ userId: id, confirmedAt: null, ...setup })
    .onConflict((conflict) =>
      conflict.column("userId").doUpdateSet(setup).where("staffAuthenticators.confirmedAt", "is", null),
    )
    .returning("userId")
    .executeTakeFirst();
  if (stored === undefined) return { ok: false, reason: "already-confirmed" };
  return { ok: true, ...describeSetup(secret, email) };
}

/** Returns an unconfirmed setup, so that a reload displays the same secret. */
export async function findAuthenticatorSetup(
  { db, keys }: Pick<Deps, "db" | "keys">,
  { id, email }: OwnAccount,
): Promise<AuthenticatorSetup | undefined> {
  const setup = await db
    .selectFrom("staffAuthenticators")
    .select("sealedSecret")
    .where("userId", "=", id)
    .where("confirmedAt", "is", null)
    .executeTakeFirst();
  // If the stored secret can no longer be opened, setup restarts with a new one.
  const opened = setup && keys.open(id, setup.sealedSecret);
  return opened && describeSetup(opened.text, email);
}

/**
 * Confirms an authenticator app with its first code. From then on, signing in requires a code.
 * @returns the recovery codes, which cannot be displayed again
 */
export async function confirmAuthenticator(
  { db, clock, outbox, keys }: Deps,
  account: OwnAccount,
  code: string,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "wrong" | "not-started" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const setup = await trx
      .selectFrom("staffAuthenticators")
      .select("sealedSecret")
      .where("userId", "=", account.id)
      .where("confirmedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (setup === undefined) return { ok: false, reason: "not-started" } as const;
    const opened = keys.open(account.id, setup.sealedSecret);
    if (opened === undefined) return { ok: false, reason: "not-started" } as const;
    const step = findTimeStep(opened.text, readTotpCode(code) ?? "", clock.now());
    if (step === undefined) return { ok: false, reason: "wrong" } as const;
    await trx
      .updateTable("staffAuthenticators")
      // The code is used and cannot sign in as well.
      .set({ confirmedAt: clock.now(), lastStep: step })
      .where("userId", "=", account.id)
      .execute();
    const recoveryCodes = await replaceRecoveryCodes(trx, keys, account.id);
    await recordOwnChange(trx, outbox, account, "second-factor-added");
    return { ok: true, recoveryCodes } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
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

function describeSetup(secret: string, email: string): AuthenticatorSetup {
  return { secret, uri: authenticatorUri(secret, email) };
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

import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { replaceRecoveryCodes } from "./recovery-codes.server.ts";
import { authenticatorUri, newSecret, readTotpCode, stepOfCode } from "./totp.server.ts";

type Deps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Pick<Outbox, "put" | "wake">;
  keys: Pick<IdentityKeys, "seal" | "open" | "recoveryCodeDigest">;
};

/** What an authenticator app is given: the secret to type, and the address with it that is drawn as a QR code. */
export type AuthenticatorSetup = { secret: string; uri: string };

/** What an account has beside its password. */
export type SecondFactor = {
  /** Since when an authenticator app is asked for; null where none is. */
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
 * Makes a secret for an authenticator app. It proves nothing until its first code was shown, and each call makes another. An account has
 * one authenticator: who has one already takes it away first, so that a stranger at an open screen cannot put theirs in its place.
 */
export async function startAuthenticatorSetup(
  { db, clock, keys }: Pick<Deps, "db" | "clock" | "keys">,
  { id, email }: OwnAccount,
): Promise<({ ok: true } & AuthenticatorSetup) | { ok: false; reason: "already-there" }> {
  const secret = newSecret();
  const begun = { sealedSecret: keys.seal(id, secret), createdAt: clock.now(), lastStep: null };
  const kept = await db
    .insertInto("staffAuthenticators")
    .values({ userId: id, confirmedAt: null, ...begun })
    .onConflict((conflict) =>
      conflict.column("userId").doUpdateSet(begun).where("staffAuthenticators.confirmedAt", "is", null),
    )
    .returning("userId")
    .executeTakeFirst();
  if (kept === undefined) return { ok: false, reason: "already-there" };
  return { ok: true, ...setUpOf(secret, email) };
}

/** What was begun and not confirmed yet, to be shown again. */
export async function findAuthenticatorSetup(
  { db, keys }: Pick<Deps, "db" | "keys">,
  { id, email }: OwnAccount,
): Promise<AuthenticatorSetup | undefined> {
  const begun = await db
    .selectFrom("staffAuthenticators")
    .select("sealedSecret")
    .where("userId", "=", id)
    .where("confirmedAt", "is", null)
    .executeTakeFirst();
  // If the stored secret can no longer be opened, setup restarts with a new one.
  const opened = begun && keys.open(id, begun.sealedSecret);
  return opened && setUpOf(opened.text, email);
}

/**
 * Asks for the authenticator app from now on, once it has shown a code that is right.
 * @returns the recovery codes, which are to be seen this once
 */
export async function confirmAuthenticator(
  { db, clock, outbox, keys }: Deps,
  account: OwnAccount,
  code: string,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "wrong" | "not-started" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const begun = await trx
      .selectFrom("staffAuthenticators")
      .select("sealedSecret")
      .where("userId", "=", account.id)
      .where("confirmedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (begun === undefined) return { ok: false, reason: "not-started" } as const;
    const opened = keys.open(account.id, begun.sealedSecret);
    if (opened === undefined) return { ok: false, reason: "not-started" } as const;
    const step = stepOfCode(opened.text, readTotpCode(code) ?? "", clock.now());
    if (step === undefined) return { ok: false, reason: "wrong" } as const;
    await trx
      .updateTable("staffAuthenticators")
      // The code is taken: it does not sign in as well.
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

/** Takes the authenticator away, and the recovery codes with it: from now on the password alone is asked for. */
export async function removeAuthenticator(
  { db, outbox }: Pick<Deps, "db" | "outbox">,
  account: OwnAccount,
): Promise<{ ok: true } | { ok: false; reason: "not-there" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    if (!(await takeAuthenticatorAway(trx, account.id))) return { ok: false, reason: "not-there" } as const;
    await recordOwnChange(trx, outbox, account, "second-factor-removed");
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

/** Takes an authenticator that is asked for away, and the recovery codes with it. @returns whether there was one */
export async function takeAuthenticatorAway(trx: Transaction<Database>, accountId: string): Promise<boolean> {
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

/** Gives an account new recovery codes: those it had are worth nothing any more. */
export async function renewRecoveryCodes(
  { db, outbox, keys }: Pick<Deps, "db" | "outbox" | "keys">,
  account: OwnAccount,
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: "not-there" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    const authenticator = await trx
      .selectFrom("staffAuthenticators")
      .select("userId")
      .where("userId", "=", account.id)
      .where("confirmedAt", "is not", null)
      // Two who renew at once leave one set of codes, not two.
      .forUpdate()
      .executeTakeFirst();
    if (authenticator === undefined) return { ok: false, reason: "not-there" } as const;
    const recoveryCodes = await replaceRecoveryCodes(trx, keys, account.id);
    await recordOwnChange(trx, outbox, account, "recovery-codes-renewed");
    return { ok: true, recoveryCodes } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

function setUpOf(secret: string, email: string): AuthenticatorSetup {
  return { secret, uri: authenticatorUri(secret, email) };
}

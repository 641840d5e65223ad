import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { newRecoveryCode, recoveryCodeCount, formatRecoveryCode } from "./recovery-code.server.ts";

/** Replaces the recovery codes of an account. @returns the codes, which cannot be read from the database later */
export async function replaceRecoveryCodes(
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

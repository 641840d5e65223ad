import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { newRecoveryCode, recoveryCodeCount, showRecoveryCode } from "./recovery-code.server.ts";

/** Gives an account new recovery codes in place of those it had. @returns the codes; nobody can look them up later */
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
  return codes.map(showRecoveryCode);
}

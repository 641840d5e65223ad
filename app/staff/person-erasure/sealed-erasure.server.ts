import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { Erasure } from "#app/people/erasure/erase-person.server.ts";

type Keys = Pick<IdentityKeys, "seal" | "open">;

/** The result of an erasure, for the confirmation page. */
export type ErasureResult = { erasure: Erasure; keepsEmails: boolean };

/** Encrypts the result for the URL of the confirmation page. It cannot be forged, and only the same person can open it. */
export function sealErasure(keys: Keys, accountId: string, result: ErasureResult): string {
  return keys.seal(resultOwner(accountId), JSON.stringify(result));
}

/** @returns undefined if the result is missing, invalid or another person's */
export function openErasure(keys: Keys, accountId: string, sealed: string | null): ErasureResult | undefined {
  if (sealed === null) return undefined;
  const opened = keys.open(resultOwner(accountId), sealed);
  // Only `sealErasure` can have created this value.
  return opened && (JSON.parse(opened.text) as ErasureResult);
}

/** Differs from the account id, for which other secrets are sealed. */
function resultOwner(accountId: string): string {
  return `erasure by ${accountId}`;
}

import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { Erasure } from "#app/people/erasure/erase-person.server.ts";

type Keys = Pick<IdentityKeys, "seal" | "open">;

/** What came of an erasure, for the page that tells whoever did it. */
export type ErasureResult = { erasure: Erasure; keepsEmails: boolean };

/** Sealed for the address of that page: nobody can make one that tells of an erasure which never was, and nobody else reads it. */
export function sealErasure(keys: Keys, accountId: string, result: ErasureResult): string {
  return keys.seal(ownerOf(accountId), JSON.stringify(result));
}

/** @returns undefined where it is none, or somebody else's */
export function openErasure(keys: Keys, accountId: string, sealed: string | null): ErasureResult | undefined {
  if (sealed === null) return undefined;
  const opened = keys.open(ownerOf(accountId), sealed);
  // Only `sealErasure` can have created this value.
  return opened && (JSON.parse(opened.text) as ErasureResult);
}

/** Not the account alone: other secrets are sealed for that. */
function ownerOf(accountId: string): string {
  return `erasure by ${accountId}`;
}

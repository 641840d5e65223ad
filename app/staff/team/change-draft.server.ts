import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { ChangeState } from "./team.schema.ts";

type Keys = Pick<IdentityKeys, "seal" | "open">;

/**
 * Encrypts the input of a form for the URL to return to after re-authentication. It can contain an email address, and only the same person can
 * open it.
 */
export function sealDraft(keys: Keys, accountId: string, state: ChangeState): string {
  return keys.seal(draftOwner(accountId), JSON.stringify(state));
}

/** @returns undefined if the draft is missing, invalid or another person's */
export function openDraft(keys: Keys, accountId: string, draft: string | null): ChangeState | undefined {
  if (draft === null) return undefined;
  const opened = keys.open(draftOwner(accountId), draft);
  // Only `sealDraft` can have created this value.
  return opened && (JSON.parse(opened.text) as ChangeState);
}

/** Differs from the account id, for which other secrets are sealed. */
function draftOwner(accountId: string): string {
  return `team draft of ${accountId}`;
}

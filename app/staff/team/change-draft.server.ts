import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { ChangeState } from "./team.schema.ts";

type Keys = Pick<IdentityKeys, "seal" | "open">;

/**
 * What somebody had chosen when they were asked once more who they are, for the address that they come back to. Sealed, since it can
 * hold an e-mail address, and for that person alone.
 */
export function sealDraft(keys: Keys, accountId: string, chosen: ChangeState): string {
  return keys.seal(ownerOf(accountId), JSON.stringify(chosen));
}

/** @returns undefined where it is none, or somebody else's */
export function openDraft(keys: Keys, accountId: string, draft: string | null): ChangeState | undefined {
  if (draft === null) return undefined;
  const opened = keys.open(ownerOf(accountId), draft);
  // Only `sealDraft` can have created this value.
  return opened && (JSON.parse(opened.text) as ChangeState);
}

/** Not the account alone: other secrets are sealed for that. */
function ownerOf(accountId: string): string {
  return `team draft of ${accountId}`;
}

import { createHmac } from "node:crypto";
import type { LimitKey } from "#app/data/rate-limits/rate-limits.server.ts";
import type { KeyRing } from "#app/platform/key-ring.server.ts";
import { type FormTokens, formTokens } from "./form-token.server.ts";
import { tokenSigner } from "./signed-token.server.ts";

/** The operations that need the secret: signed tokens, and digests for counting. */
export type SpamCheckKeys = FormTokens & {
  limitKey: LimitKey;
  /** The secret part of the confirmation URL. @param id of the quarantined submission */
  issueConfirmationToken(id: string, now: Date): string;
  /** @returns the id of the quarantined submission, or undefined for an unrecognized token */
  readConfirmationToken(token: string): string | undefined;
};

const confirmation = "confirmation";

/** @param keyRing the same in every process of an installation */
export function createSpamCheckKeys(keyRing: KeyRing): SpamCheckKeys {
  const keysFor = (purpose: string) => keyRing.keysFor(`abuse check: ${purpose}`);
  const confirmations = tokenSigner(keysFor("mailbox confirmations"));
  const [limits] = keysFor("limits");
  return {
    ...formTokens(keysFor("form tokens")),
    issueConfirmationToken: (id, now) => confirmations.issue(confirmation, id, now).token,
    readConfirmationToken: (token) => confirmations.read(confirmation, token)?.text,
    limitKey: (...parts) =>
      createHmac("sha256", limits).update(JSON.stringify(parts)).digest("base64url").slice(0, 22),
  };
}

import { createHmac, createSecretKey } from "node:crypto";
import { deriveKey } from "#app/platform/derive-key.server.ts";
import { type FormTokens, formTokens } from "./form-token.server.ts";
import { type Questions, questions } from "./question.server.ts";

/** What it takes a secret for: tokens that we know again, and digests by which we count. */
export type AbuseKeys = FormTokens &
  Questions & {
    /**
     * Name under which attempts are counted. Nobody without the secret can tell whose they are.
     * @param parts which limit, and whom it concerns
     */
    limitKey(...parts: readonly string[]): string;
  };

/** @param secret of the program; every process of an installation has the same one */
export function createAbuseKeys(secret: string): AbuseKeys {
  const keyFor = (purpose: string): Uint8Array => deriveKey(secret, `abuse check: ${purpose}`);
  // Every visit asks for such a name, and bytes are made into a key anew each time: several times the work of the digest.
  const limits = createSecretKey(keyFor("limits"));
  return {
    ...formTokens(keyFor("form tokens")),
    ...questions({ tokens: keyFor("questions"), words: keyFor("words of questions") }),
    limitKey: (...parts) =>
      createHmac("sha256", limits).update(JSON.stringify(parts)).digest("base64url").slice(0, 22),
  };
}

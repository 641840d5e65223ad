import { createHmac } from "node:crypto";
import type { KeyRing } from "#app/platform/key-ring.server.ts";
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

/** @param keyRing every process of an installation has the same one */
export function createAbuseKeys(keyRing: KeyRing): AbuseKeys {
  const keysFor = (purpose: string) => keyRing.keysFor(`abuse check: ${purpose}`);
  const [limits] = keysFor("limits");
  return {
    ...formTokens(keysFor("form tokens")),
    ...questions({ tokens: keysFor("questions"), words: keysFor("words of questions")[0] }),
    limitKey: (...parts) =>
      createHmac("sha256", limits).update(JSON.stringify(parts)).digest("base64url").slice(0, 22),
  };
}

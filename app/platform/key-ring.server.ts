import { createSecretKey, type KeyObject } from "node:crypto";
import { deriveKey } from "./derive-key.server.ts";

/** Application secrets: the current one first, then previous ones on which existing values still depend. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Keys for one purpose. The current key creates new values; every key can read. */
export type PurposeKeys = readonly [current: KeyObject, ...previous: KeyObject[]];

/** Derives a separate key for each purpose from each application secret. */
export type KeyRing = {
  /** @param purpose a unique string; changing it changes the keys */
  keysFor(purpose: string): PurposeKeys;
  /** Whether a previous secret is still accepted, which is the case during a rotation. */
  hasPrevious: boolean;
};

export function createKeyRing(secrets: Secrets): KeyRing {
  const [current, ...previous] = secrets;
  return {
    hasPrevious: previous.length > 0,
    keysFor(purpose) {
      const keyOf = (secret: string): KeyObject => createSecretKey(deriveKey(secret, purpose));
      return [keyOf(current), ...previous.map(keyOf)];
    },
  };
}

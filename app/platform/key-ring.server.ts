import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

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
      return [deriveKey(current, purpose), ...previous.map((secret) => deriveKey(secret, purpose))];
    },
  };
}

/** Derives a 32-byte key (HKDF, RFC 5869), so that a leaked key reveals nothing about the other keys. */
function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32)));
}

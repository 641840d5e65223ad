import { createSecretKey, type KeyObject } from "node:crypto";
import { deriveKey } from "./derive-key.server.ts";

/** The program's secrets: the current one first, then previous ones that values in use still depend on. */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Keys of the same purpose: the current one makes new values, all of them read. */
export type PurposeKeys = readonly [current: KeyObject, ...previous: KeyObject[]];

/** Derives a separate key for each purpose from each of the program's secrets. */
export type KeyRing = {
  /** @param purpose a unique sentence; changing it changes the keys */
  keysFor(purpose: string): PurposeKeys;
  /** The secrets themselves. Only for cookies that the previous release signed without deriving a key. */
  secrets: Secrets;
};

export function createKeyRing(secrets: Secrets): KeyRing {
  const [current, ...previous] = secrets;
  return {
    secrets,
    keysFor(purpose) {
      const keyOf = (secret: string): KeyObject => createSecretKey(deriveKey(secret, purpose));
      return [keyOf(current), ...previous.map(keyOf)];
    },
  };
}

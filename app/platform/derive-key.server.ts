import { hkdfSync } from "node:crypto";

/**
 * A key of 32 bytes for one purpose, from the program's secret (RFC 5869): a leaked key reveals nothing about the others.
 * @param purpose a sentence of its own; changing it changes the key
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

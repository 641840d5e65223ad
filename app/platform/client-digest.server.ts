import { createHmac } from "node:crypto";
import { countedAddress } from "./client-address.server.ts";
import type { KeyRing } from "./key-ring.server.ts";

/**
 * Computes a client ID for the log. Requests from one client can be grouped, but the address cannot be recovered without the secret. As
 * in rate limits, an IPv6 household network counts as one client.
 */
export function createClientDigest(keyRing: KeyRing): (address: string) => string {
  const [key] = keyRing.keysFor("request log: client addresses");
  return (address) =>
    createHmac("sha256", key).update(countedAddress(address)).digest("base64url").slice(0, 16);
}

import { createHmac } from "node:crypto";
import { countedAddress } from "./client-address.server.ts";
import type { KeyRing } from "./key-ring.server.ts";

/**
 * Names clients in the log: requests of one client can be grouped, and nobody without the secret can find out its address. As limits
 * count, the network of a household with IPv6 is one client.
 */
export function createClientDigest(keyRing: KeyRing): (address: string) => string {
  const [key] = keyRing.keysFor("request log: client addresses");
  return (address) =>
    createHmac("sha256", key).update(countedAddress(address)).digest("base64url").slice(0, 16);
}

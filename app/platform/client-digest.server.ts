import { createHmac, createSecretKey } from "node:crypto";
import { countedAddress } from "./client-address.server.ts";
import { deriveKey } from "./derive-key.server.ts";

/**
 * Names clients in the log: requests of one client can be grouped, and nobody without the secret can find out its address. As limits
 * count, the network of a household with IPv6 is one client.
 */
export function createClientDigest(secret: string): (address: string) => string {
  const key = createSecretKey(deriveKey(secret, "request log: client addresses"));
  return (address) =>
    createHmac("sha256", key).update(countedAddress(address)).digest("base64url").slice(0, 16);
}

import { BlockList, isIP } from "node:net";

/** Finds a visitor's true address behind the proxies that we trust, and only those. */
export type ClientAddressOf = (remoteAddress: string, forwardedFor: string | undefined) => string;

/**
 * Reads X-Forwarded-For from the right: each proxy appends the address that it saw, so the first entry from the right
 * that is not a trusted proxy is the visitor. Anything further left was written by the visitor and could be forged.
 * @param trustedProxies addresses or CIDR ranges; with none, the header is ignored
 */
export function clientAddressFinder(trustedProxies: readonly string[]): ClientAddressOf {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string): boolean => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? "ipv6" : "ipv4");
  };

  return (remoteAddress, forwardedFor) => {
    let current = plainAddress(remoteAddress);
    const hops = (forwardedFor ?? "").split(",").map((hop) => plainAddress(hop.trim()));
    while (isTrusted(current)) {
      const next = hops.pop();
      // An entry that is no address was not written by a proxy: stop at what we know.
      if (next === undefined || isIP(next) === 0) break;
      current = next;
    }
    return current;
  };
}

/** `::ffff:192.0.2.1` is how a dual-stack socket writes 192.0.2.1. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

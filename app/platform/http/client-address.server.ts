import { createHmac } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { KeyRing } from "#app/platform/key-ring.server.ts";

/** Determines a visitor's address behind trusted proxies. */
export type ClientAddressOf = (remoteAddress: string, forwardedFor: string | undefined) => string;

/**
 * Reads X-Forwarded-For from the right. Each proxy appends the address that it received the request from, so the first entry from the right
 * that is not a trusted proxy is the visitor. The visitor can forge all entries further left.
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
    const hops = (forwardedFor ?? "").split(",").map((hop) => plainAddress(withoutPort(hop.trim())));
    while (isTrusted(current)) {
      const next = hops.pop();
      // A trusted proxy did not write an entry that is not an address, so the previous entry is used.
      if (next === undefined || isIP(next) === 0) break;
      current = next;
    }
    return current;
  };
}

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::7]:4711`. RFC 7239 puts IPv6 in brackets without a port as well. */
function withoutPort(hop: string): string {
  const host = /^\[([^[\]]{2,45})\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(hop)?.[1];
  return host ?? hop;
}

/** `::ffff:192.0.2.1` is the form of 192.0.2.1 on a dual-stack socket. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}

/** Shortens an address to its network: the first 24 bits of IPv4, the first 48 bits of IPv6. */
export function shortenAddress(address: string): string {
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf("."))}.0` : network(address, 3);
}

/**
 * The unit that rate limits count as one sender: an IPv4 address, or the IPv6 network of a household, which can use any number of
 * addresses.
 */
export function countedAddress(address: string): string {
  return isIP(address) === 6 ? network(address, 4) : address;
}

/**
 * The network that an operator usually assigns to one customer: an IPv4 address, or an IPv6 /56. A customer can use all of its 256 /64
 * networks.
 */
export function countedCustomer(address: string): string {
  if (isIP(address) !== 6) return address;
  const [first = "", second = "", third = "", fourth = ""] = network(address, 4).split(":");
  return `${first}:${second}:${third}:${fourth.length > 2 ? fourth.slice(0, -2) : "0"}00::/56`;
}

/** The sender of email to unconfirmed mailboxes: an IPv4 address, or an IPv6 /48, because one customer can have all of its /64 networks. */
export function countedNetwork(address: string): string {
  return network(address, 3);
}

/**
 * The smallest IPv6 block that a registry allocates to a network operator, a /32, or undefined for an IPv4 address. Its holder can send from
 * 65,536 networks.
 */
export function countedAllocation(address: string): string | undefined {
  return isIP(address) === 6 ? network(address, 2) : undefined;
}

/** The first groups of an IPv6 address. Other text is returned unchanged. */
function network(address: string, groups: number): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = (address.split("%", 1)[0] ?? "").split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(8 - before.length - after.length, 0) }, () => "0");
  const all = [...before, ...zeros, ...after].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
  return `${all.slice(0, groups).join(":")}::`;
}

/**
 * Computes a client ID for the log. Requests from one client can be grouped, but the address cannot be recovered without the secret. As
 * in rate limits, an IPv6 household network counts as one client.
 */
export function createClientDigest(keyRing: KeyRing): (address: string) => string {
  const [key] = keyRing.keysFor("request log: client addresses");
  return (address) =>
    createHmac("sha256", key).update(countedAddress(address)).digest("base64url").slice(0, 16);
}

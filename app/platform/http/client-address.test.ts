import { describe, expect, it } from "vitest";
import {
  clientAddressFinder,
  countedAddress,
  countedCustomer,
  countedNetwork,
  shortenAddress,
} from "./client-address.server.ts";

const visitor = "203.0.113.9";

describe("the visitor's address", () => {
  it.each([
    ["no proxy is trusted: the header is ignored", [], visitor, "198.51.100.1", visitor],
    ["one trusted proxy: what it appended", ["10.0.0.0/8"], "10.1.2.3", visitor, visitor],
    [
      "a forged entry further left is ignored",
      ["10.0.0.0/8"],
      "10.1.2.3",
      `198.51.100.1, ${visitor}`,
      visitor,
    ],
    ["two trusted proxies in a row", ["10.0.0.0/8"], "10.1.2.3", `${visitor}, 10.9.9.9`, visitor],
    ["a trusted proxy that says nothing", ["10.0.0.0/8"], "10.1.2.3", undefined, "10.1.2.3"],
    ["an entry that is no address", ["10.0.0.0/8"], "10.1.2.3", "unknown", "10.1.2.3"],
    ["an IPv4 address on a dual-stack socket", ["10.0.0.0/8"], "::ffff:10.1.2.3", visitor, visitor],
    ["an IPv4 address with its port", ["10.0.0.0/8"], "10.1.2.3", `${visitor}:4711`, visitor],
    ["an IPv6 address with its port", ["10.0.0.0/8"], "10.1.2.3", "[2001:db8::7]:4711", "2001:db8::7"],
    ["an IPv6 address in brackets", ["10.0.0.0/8"], "10.1.2.3", "[2001:db8::7]", "2001:db8::7"],
    [
      "a trusted proxy that names the port of the next one",
      ["10.0.0.0/8"],
      "10.1.2.3",
      `${visitor}:4711, 10.9.9.9:443`,
      visitor,
    ],
    ["a port without an address", ["10.0.0.0/8"], "10.1.2.3", ":4711", "10.1.2.3"],
    ["an IPv6 proxy and visitor", ["::1"], "::1", "2001:db8::7", "2001:db8::7"],
  ])("%s", (_case, trusted, remote, header, expected) => {
    expect(clientAddressFinder(trusted)(remote, header)).toBe(expected);
  });
});

describe("a shortened address", () => {
  it.each([
    ["203.0.113.9", "203.0.113.0"],
    ["2001:db8:12:34:56:78:9a:bc", "2001:db8:12::"],
    ["2001:DB8::7", "2001:db8:0::"],
    ["::1", "0:0:0::"],
    ["fe80::1%eth0", "fe80:0:0::"],
    ["", ""],
  ])("of %s is %s", (address, kept) => {
    expect(shortenAddress(address)).toBe(kept);
  });
});

it("counts an IPv6 network as one sender, and every IPv4 address separately", () => {
  expect(countedAddress("2001:db8:1:2:3::1")).toBe(countedAddress("2001:db8:1:2::9"));
  expect(countedAddress("2001:db8:1:2::1")).not.toBe(countedAddress("2001:db8:1:3::1"));
  expect(countedAddress("203.0.113.9")).toBe("203.0.113.9");
});

it("counts an IPv6 /48 as one sender of email, and every IPv4 address separately", () => {
  const networks = Array.from({ length: 330 }, (_, n) => countedNetwork(`2001:db8:1:${n.toString(16)}::1`));
  expect(new Set(networks)).toEqual(new Set(["2001:db8:1::"]));
  expect(countedNetwork("2001:db8:2::1")).toBe("2001:db8:2::");
  expect(countedNetwork("203.0.113.9")).toBe("203.0.113.9");
});

it("the 256 networks of an IPv6 /56 count as one customer, and those of the next one do not", () => {
  const customers = Array.from({ length: 257 }, (_, n) => countedCustomer(`2001:db8:1:${n.toString(16)}::1`));
  expect(new Set(customers.slice(0, 256)).size).toBe(1);
  expect(customers[256]).not.toBe(customers[0]);
  expect(countedCustomer("2001:db8:1:abcd::1")).toBe(countedCustomer("2001:db8:1:ab00::2"));
  expect(countedCustomer("203.0.113.9")).toBe("203.0.113.9");
});

import { describe, expect, it } from "vitest";
import { clientAddressFinder } from "./client-address.server.ts";

const visitor = "203.0.113.9";

describe("the visitor's address", () => {
  it.each([
    ["no proxy is trusted: the header is ignored", [], visitor, "198.51.100.1", visitor],
    ["one trusted proxy: what it appended", ["10.0.0.0/8"], "10.1.2.3", visitor, visitor],
    [
      "a forged entry stands further left and is passed over",
      ["10.0.0.0/8"],
      "10.1.2.3",
      `198.51.100.1, ${visitor}`,
      visitor,
    ],
    ["two trusted proxies in a row", ["10.0.0.0/8"], "10.1.2.3", `${visitor}, 10.9.9.9`, visitor],
    ["a trusted proxy that says nothing", ["10.0.0.0/8"], "10.1.2.3", undefined, "10.1.2.3"],
    ["an entry that is no address", ["10.0.0.0/8"], "10.1.2.3", "unknown", "10.1.2.3"],
    ["an IPv4 address on a dual-stack socket", ["10.0.0.0/8"], "::ffff:10.1.2.3", visitor, visitor],
    ["an IPv6 proxy and visitor", ["::1"], "::1", "2001:db8::7", "2001:db8::7"],
  ])("%s", (_case, trusted, remote, header, expected) => {
    expect(clientAddressFinder(trusted)(remote, header)).toBe(expected);
  });
});

import { expect, test } from "vitest";
import { passkeyTexts } from "./account.messages.ts";
import { findPasskeyObstacle } from "./add-passkey.client.ts";

test.each([
  ["practice.example.com", "practice.example.com", true, undefined],
  ["localhost", "localhost", true, undefined],
  ["localhost", "127.0.0.1", true, passkeyTexts.otherHost("localhost")],
  ["practice.example.com", "www.practice.example.com", true, passkeyTexts.otherHost("practice.example.com")],
  ["192.0.2.7", "192.0.2.7", true, passkeyTexts.ipAddress],
  ["[2001:db8::7]", "[2001:db8::7]", true, passkeyTexts.ipAddress],
  ["localhost", "localhost", false, passkeyTexts.unsupported],
])(
  "finds the obstacle for host %s, opened at %s, with passkey support: %s",
  (host, currentHost, isSupported, obstacle) => {
    expect(findPasskeyObstacle(host, currentHost, isSupported)).toBe(obstacle);
  },
);

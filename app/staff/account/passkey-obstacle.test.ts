import { expect, test } from "vitest";
import { passkeyTexts } from "./account.messages.ts";
import { passkeyObstacle } from "./passkey-obstacle.ts";

test.each([
  ["practice.example.com", "practice.example.com", true, undefined],
  ["localhost", "localhost", true, undefined],
  ["localhost", "127.0.0.1", true, passkeyTexts.otherHost("localhost")],
  ["practice.example.com", "www.practice.example.com", true, passkeyTexts.otherHost("practice.example.com")],
  ["192.0.2.7", "192.0.2.7", true, passkeyTexts.inAddressOfNumbers],
  ["[2001:db8::7]", "[2001:db8::7]", true, passkeyTexts.inAddressOfNumbers],
  ["localhost", "localhost", false, passkeyTexts.unknownToBrowser],
])(
  "a site at %s, opened at %s, in a browser that knows passkeys: %s",
  (host, openedAt, isKnown, obstacle) => {
    expect(passkeyObstacle(host, openedAt, isKnown)).toBe(obstacle);
  },
);

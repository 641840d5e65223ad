import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createIdentityKeys } from "./identity-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";

const keys = createIdentityKeys(createKeyRing(["a secret of tests, longer than thirty-two characters"]));
const others = createIdentityKeys(
  createKeyRing(["another secret of tests, longer than thirty-two characters"]),
);

const rotated = createIdentityKeys(
  createKeyRing([
    "a secret of tests, longer than thirty-two characters",
    "another secret of tests, longer than thirty-two characters",
  ]),
);

describe("the token of a link", () => {
  const id = randomUUID();
  const token = keys.linkToken("reset", id);

  test("returns its row", () => {
    expect(keys.readLinkToken("reset", token)).toBe(id);
  });

  test.each([
    ["of another kind", () => keys.readLinkToken("invite", token)],
    ["with another secret", () => others.readLinkToken("reset", token)],
    ["for another row", () => keys.readLinkToken("reset", token.replace(id, randomUUID()))],
    ["truncated", () => keys.readLinkToken("reset", token.slice(0, -1))],
    ["with a suffix", () => keys.readLinkToken("reset", `${token}x`)],
    ["in upper case", () => keys.readLinkToken("reset", token.toUpperCase())],
    ["without a signature", () => keys.readLinkToken("reset", id)],
    ["that is empty", () => keys.readLinkToken("reset", "")],
  ])("%s is rejected", (_, read) => {
    expect(read()).toBeUndefined();
  });
});

describe("a known browser", () => {
  test.each(["password", "code"] as const)(
    "is known for its own account only, at the verified level: %s",
    (level) => {
      const token = keys.deviceToken("joan", level);
      expect(keys.readDeviceToken("joan", token)).toBe(level);
      expect(keys.readDeviceToken("ruth", token)).toBeUndefined();
      expect(others.readDeviceToken("joan", token)).toBeUndefined();
      expect(keys.readDeviceToken("joan", `${token}x`)).toBeUndefined();
    },
  );

  test("cannot claim a higher level", () => {
    const token = keys.deviceToken("joan", "password");
    expect(keys.readDeviceToken("joan", token.replace("password", "code"))).toBeUndefined();
    expect(keys.readDeviceToken("joan", token.replace("password", "all"))).toBeUndefined();
    expect(keys.readDeviceToken("joan", "")).toBeUndefined();
  });

  test("differs from another browser of the same person", () => {
    expect(keys.deviceToken("joan", "code")).not.toBe(keys.deviceToken("joan", "code"));
  });
});

describe("a sealed secret", () => {
  test("opens for its owner and differs each time", () => {
    const sealed = keys.seal("joan", "JBSWY3DPEHPK3PXP");
    expect(keys.open("joan", sealed)).toEqual({ text: "JBSWY3DPEHPK3PXP", isCurrent: true });
    expect(sealed).not.toBe(keys.seal("joan", "JBSWY3DPEHPK3PXP"));
    expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
  });

  test("opens neither for another account, nor with another secret, nor after a change", () => {
    const sealed = keys.seal("joan", "JBSWY3DPEHPK3PXP");
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith("A") ? "BB" : "AA"}`;
    expect(keys.open("ruth", sealed)).toBeUndefined();
    expect(others.open("joan", sealed)).toBeUndefined();
    expect(keys.open("joan", changed)).toBeUndefined();
    expect(keys.open("joan", "")).toBeUndefined();
  });

  test("opens with the key named by its ID and reports that it needs resealing after a rotation", () => {
    const sealed = others.seal("joan", "JBSWY3DPEHPK3PXP");
    expect(rotated.open("joan", sealed)).toEqual({ text: "JBSWY3DPEHPK3PXP", isCurrent: false });
    expect(rotated.open("joan", rotated.seal("joan", "A"))).toEqual({ text: "A", isCurrent: true });
  });

  test("from the previous release, without a key ID, opens with the key that sealed it", () => {
    const withoutId = others.seal("joan", "JBSWY3DPEHPK3PXP").slice(others.currentSealPrefix.length);
    expect(rotated.open("joan", withoutId)).toEqual({ text: "JBSWY3DPEHPK3PXP", isCurrent: false });
    expect(keys.open("joan", withoutId)).toBeUndefined();
  });
});

test("after a rotation, accepts links, known devices, recovery codes and the setup link of the previous secret", () => {
  const id = randomUUID();
  expect(rotated.readLinkToken("reset", others.linkToken("reset", id))).toBe(id);
  expect(rotated.readDeviceToken("joan", others.deviceToken("joan", "code"))).toBe("code");
  expect(rotated.recoveryCodeDigests("joan", "AAAA")).toEqual([
    keys.recoveryCodeDigest("joan", "AAAA"),
    others.recoveryCodeDigest("joan", "AAAA"),
  ]);
  expect(rotated.isSetUpToken(others.setUpToken())).toBe(true);
  expect(keys.isSetUpToken(others.setUpToken())).toBe(false);
});

test("limit keys and code digests differ by subject and by secret", () => {
  const names = [
    keys.limitKey("passwordsByAddress", "203.0.113.1"),
    keys.limitKey("passwordsByAddress", "203.0.113.2"),
    keys.limitKey("codesByAccount", "203.0.113.1"),
    others.limitKey("passwordsByAddress", "203.0.113.1"),
    keys.recoveryCodeDigest("joan", "AAAA"),
    keys.recoveryCodeDigest("ruth", "AAAA"),
    others.recoveryCodeDigest("joan", "AAAA"),
  ];
  expect(new Set(names).size).toBe(names.length);
});

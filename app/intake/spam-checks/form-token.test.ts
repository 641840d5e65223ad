import { describe, expect, test } from "vitest";
import { createSpamCheckKeys } from "./spam-check-keys.server.ts";
import { currentConsentVersion } from "#content/consent.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";

const keys = createSpamCheckKeys(createKeyRing(["a secret for tests, longer than thirty-two characters"]));
const pageVersion = "dGhlLXZlcnNpb24tMTIzNA";
const servedAt = new Date("2026-11-21T10:00:00Z");
const after = (ms: number): Date => new Date(servedAt.getTime() + ms);
const token = keys.issueFormToken("assessment", pageVersion, servedAt);
const day = 86_400_000;

describe("a form token", () => {
  test.each([
    ["a fifth of a second after the page was sent", 200, "too-fast"],
    ["just before two seconds", 1_999, "too-fast"],
    ["two seconds after", 2_000, null],
    ["the next morning", day - 1, null],
    ["exactly one day after", day, null],
    ["just over one day after", day + 1, "token"],
    ["just before it was issued", -1, "token"],
    ["a day before it was issued", -day, "token"],
  ] as const)("sent %s", (_when, ms, suspicion) => {
    expect(keys.readFormToken("assessment", token, after(ms))).toMatchObject({
      suspicion,
      pageVersion,
      wordingVersion: currentConsentVersion,
    });
  });

  test("has a unique id", () => {
    const read = (one: string) => keys.readFormToken("assessment", one, after(3_000))?.id;
    const another = keys.issueFormToken("assessment", pageVersion, servedAt);
    expect(read(token)).toMatch(/^[\w-]{20}$/);
    expect(read(another)).not.toBe(read(token));
  });

  test("has the same length at any time", () => {
    const later = keys.issueFormToken("event-signup", pageVersion, new Date("2126-01-01T00:00:00Z"));
    expect(later).toHaveLength(token.length);
  });

  test("is valid for one form only", () => {
    expect(keys.readFormToken("event-signup", token, after(3_000))).toBeUndefined();
  });

  test("signed with another secret is rejected", () => {
    const others = createSpamCheckKeys(
      createKeyRing(["another secret for tests, also longer than thirty-two characters"]),
    );
    expect(others.readFormToken("assessment", token, after(3_000))).toBeUndefined();
  });

  test("signed with the previous secret is still recognized after a rotation", () => {
    const rotated = createSpamCheckKeys(
      createKeyRing([
        "another secret for tests, also longer than thirty-two characters",
        "a secret for tests, longer than thirty-two characters",
      ]),
    );
    expect(rotated.readFormToken("assessment", token, after(3_000))?.suspicion).toBeNull();
  });

  test("is rejected as a confirmation token, and a confirmation token as a form token", () => {
    const id = "0d4b7f0e-1a2b-4c3d-8e4f-5a6b7c8d9e0f";
    const confirmation = keys.issueConfirmationToken(id, servedAt);
    expect(keys.readConfirmationToken(confirmation)).toBe(id);
    expect(keys.readFormToken("assessment", confirmation, after(3_000))).toBeUndefined();
    expect(keys.readConfirmationToken(token)).toBeUndefined();
    expect(keys.readConfirmationToken(`${confirmation.slice(0, -4)}AAAA`)).toBeUndefined();
  });

  test("with any changed character is rejected", () => {
    for (const [at, character] of token.split("").entries()) {
      for (const other of ["A", "B", ".", "é"].filter((one) => one !== character)) {
        const forged = token.slice(0, at) + other + token.slice(at + 1);
        expect(keys.readFormToken("assessment", forged, after(3_000)), forged).toBeUndefined();
      }
    }
  });

  test.each([
    null,
    "",
    ".",
    "..",
    "x.y.z",
    token.slice(0, -1),
    `${token}A`,
    ` ${token}`,
    "é".repeat(60),
    "a".repeat(50_000),
  ])("%j is rejected", (text) => {
    expect(keys.readFormToken("assessment", text, after(3_000))).toBeUndefined();
  });
});

describe("the key of an attempt", () => {
  test("depends on the purpose and the value", () => {
    const key = keys.limitKey("immediateByMailbox", "ada@example.com", "assessment");
    expect(keys.limitKey("immediateByMailbox", "ada@example.com", "assessment")).toBe(key);
    expect(keys.limitKey("immediateByMailbox", "ada@example.com", "event-signup")).not.toBe(key);
    expect(keys.limitKey("immediateByMailbox", "ada@example.comassessment")).not.toBe(key);
    expect(
      createSpamCheckKeys(createKeyRing(["another"])).limitKey(
        "immediateByMailbox",
        "ada@example.com",
        "assessment",
      ),
    ).not.toBe(key);
  });

  test("does not reveal the value", () => {
    expect(keys.limitKey("immediateByMailbox", "ada@example.com", "assessment")).toMatch(/^[\w-]{22}$/);
  });
});

import { expect, test } from "vitest";
import { authenticatorUri, newSecret, readTotpCode, findTimeStep } from "./totp.server.ts";

/** The secret of RFC 6238, appendix B: the digits "12345678901234567890", in base 32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

// RFC 6238, appendix B, SHA-1: six digits are the last of its eight.
test.each([
  [59, "287082", 0x1],
  [1_111_111_109, "081804", 0x23523ec],
  [1_111_111_111, "050471", 0x23523ed],
  [1_234_567_890, "005924", 0x273ef07],
  [2_000_000_000, "279037", 0x3f940aa],
  [20_000_000_000, "353130", 0x27bc86aa],
])("%i seconds after 1970 the code is %s", (seconds, code, step) => {
  expect(findTimeStep(secret, code, new Date(seconds * 1_000))).toBe(step);
});

test("accepts a code one step early and late and returns its time step", () => {
  const at = (seconds: number) => findTimeStep(secret, "287082", new Date(seconds * 1_000));
  expect([at(0), at(30), at(59), at(60), at(89)]).toEqual([1, 1, 1, 1, 1]);
  expect(at(90)).toBeUndefined();
  expect(findTimeStep(secret, "081804", new Date((1_111_111_109 - 60) * 1_000))).toBeUndefined();
});

test.each(["", "287083", "28708", "2870820", "94287082"])("rejects %j", (code) => {
  expect(findTimeStep(secret, code, new Date(59_000))).toBeUndefined();
});

test("parses a code with the space that apps display", () => {
  expect(["287 082", " 287082\n", "2870", "28708a", "٢٨٧٠٨٢"].map(readTotpCode)).toEqual([
    "287082",
    "287082",
    undefined,
    undefined,
    undefined,
  ]);
});

test("creates a different 160-bit secret each time", () => {
  const secrets = Array.from({ length: 20 }, newSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
});

test("creates a URI with the firm, the account and the secret", () => {
  const uri = new URL(authenticatorUri(secret, "ruth@example.com"));
  expect(uri.protocol).toBe("otpauth:");
  expect(decodeURIComponent(uri.pathname)).toMatch(/:ruth@example\.com$/);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(uri.searchParams.get("issuer")).not.toBe("");
});

import { expect, test } from "vitest";
import { newRecoveryCode, readRecoveryCode, formatRecoveryCode } from "./recovery-code.server.ts";

test("parses a recovery code as displayed and as people type it", () => {
  for (let at = 0; at < 100; at += 1) {
    const code = newRecoveryCode();
    const shown = formatRecoveryCode(code);
    expect(shown).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    expect(readRecoveryCode(shown)).toBe(code);
    expect(readRecoveryCode(` ${shown.toLowerCase().replaceAll("-", " ")} `)).toBe(code);
  }
});

test("treats letters that look like digits as digits", () => {
  expect(readRecoveryCode("oO0i-lLI1-ABCD")).toBe("00011111ABCD");
});

test.each(["", "123456", "7K3M-Q9TX-2VH", "7K3M-Q9TX-2VHDD", "7K3M-Q9TX-2VHU", "7K3M_Q9TX_2VHD"])(
  "%j cannot be a recovery code",
  (typed) => {
    expect(readRecoveryCode(typed)).toBeUndefined();
  },
);

test("uses every character equally often and repeats no code", () => {
  const codes = Array.from({ length: 2_000 }, newRecoveryCode);
  expect(new Set(codes).size).toBe(2_000);
  const counts = new Map<string, number>();
  for (const sign of codes.join("")) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  expect(counts.size).toBe(32);
  // Of 24,000 characters, 750 of each are expected; 600 are five and a half standard deviations fewer.
  for (const count of counts.values()) expect(count).toBeGreaterThan(600);
});

import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { passwordLength } from "./password-length.ts";
import { isAcceptablePassword } from "./check-new-password.server.ts";

const email = "joan.smith@example.com";
const [firmWord = ""] = practice.firmNameLines;

describe("a new password", () => {
  it.each(["limestone in the rain", "zqvxkw", "joan likes limestone", `${firmWord} and limestone`])(
    "is accepted: %j",
    async (password) => {
      expect(await isAcceptablePassword(password, email, passwordLength.chosenMinimum)).toBe(true);
    },
  );

  it.each(["123456", "password", "Password", "QWERTYUIOP", " letmein ", "ｐａｓｓｗｏｒｄ"])(
    "is rejected if it is a common password: %j",
    async (password) => {
      expect(await isAcceptablePassword(password, email, passwordLength.chosenMinimum)).toBe(false);
    },
  );

  it.each(["Password2026!", "123-letmein-456", "!!2026!! Dragon"])(
    "is rejected if its letters are a common password: %j",
    async (password) => {
      expect(await isAcceptablePassword(password, email)).toBe(false);
    },
  );

  it.each(["1234567890123456", "abcdefghijklmn", "10987654321", "zyxwvu", "ababababab", "xoxoxxooox"])(
    "is rejected if it is a pattern: %j",
    async (password) => {
      expect(await isAcceptablePassword(password, email, passwordLength.chosenMinimum)).toBe(false);
    },
  );

  it.each([
    email,
    "Joan.Smith",
    "joansmith",
    "joan-smith-1987!",
    practice.firmName,
    `${firmWord}2026!`,
    practice.advisoryLlc,
  ])("is rejected if it derives from the account or the firm: %j", async (password) => {
    expect(await isAcceptablePassword(password, email, passwordLength.chosenMinimum)).toBe(false);
  });

  it("of digits and symbols is not compared with an address or a common password of few letters", async () => {
    expect(await isAcceptablePassword("7731!94402 8", "0@example.com")).toBe(true);
    expect(await isAcceptablePassword("7731!94402 abc", "0@example.com")).toBe(true);
  });

  it.each(["short", "x".repeat(129)])("throws for a length that forms reject: %j", async (password) => {
    await expect(isAcceptablePassword(password, email, passwordLength.chosenMinimum)).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  it("needs 12 characters except at sign-up", async () => {
    await expect(isAcceptablePassword("zqvxkw mbfj", email)).rejects.toMatchObject({ kind: "invalid" });
    expect(await isAcceptablePassword("zqvxkw mbfjh", email)).toBe(true);
  });
});

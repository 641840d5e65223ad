import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { passwordLength } from "./password-length.ts";
import { canBeChosen } from "./check-new-password.server.ts";

const email = "joan.smith@example.com";
const [firmWord = ""] = practice.firmNameLines;

describe("a new password", () => {
  it.each(["limestone in the rain", "zqvxkw", "joan likes limestone", `${firmWord} and limestone`])(
    "may be %j",
    async (password) => {
      expect(await canBeChosen(password, email, passwordLength.chosenMinimum)).toBe(true);
    },
  );

  it.each(["123456", "password", "Password", "QWERTYUIOP", " letmein ", "ｐａｓｓｗｏｒｄ"])(
    "may not be %j, which is on the list of common ones",
    async (password) => {
      expect(await canBeChosen(password, email, passwordLength.chosenMinimum)).toBe(false);
    },
  );

  it.each(["1234567890123456", "abcdefghijklmn", "10987654321", "zyxwvu", "ababababab", "xoxoxxooox"])(
    "may not be %j, which is no more than a pattern",
    async (password) => {
      expect(await canBeChosen(password, email, passwordLength.chosenMinimum)).toBe(false);
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
  ])("may not be %j, which anybody who knows the account would try", async (password) => {
    expect(await canBeChosen(password, email, passwordLength.chosenMinimum)).toBe(false);
  });

  it("is not taken for an address of signs alone", async () => {
    expect(await canBeChosen("7731!94402 8", "0@example.com")).toBe(true);
  });

  it.each(["short", "x".repeat(129)])("that forms refuse is a fault here: %j", async (password) => {
    await expect(canBeChosen(password, email, passwordLength.chosenMinimum)).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  it("needs 12 characters except at sign-up", async () => {
    await expect(canBeChosen("zqvxkw mbfj", email)).rejects.toMatchObject({ kind: "invalid" });
    expect(await canBeChosen("zqvxkw mbfjh", email)).toBe(true);
  });
});

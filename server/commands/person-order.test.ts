import { describe, expect, test } from "vitest";
import { parsePersonOrder } from "./person-order.ts";

describe("an order for the person command", () => {
  test.each([
    [["export", " Ada@Example.COM "], { kind: "export", email: "ada@example.com" }],
    [["erase", "ada@example.com"], { kind: "erase", email: "ada@example.com", keepsLetters: false }],
    [
      ["erase", "--keep-letters", "ada@example.com"],
      { kind: "erase", email: "ada@example.com", keepsLetters: true },
    ],
    [
      ["withdraw", "Ada@example.com"],
      { kind: "withdraw", email: "ada@example.com", channels: ["email", "phone"] },
    ],
    [
      ["withdraw", "ada@example.com", "--phone", "--email"],
      { kind: "withdraw", email: "ada@example.com", channels: ["email", "phone"] },
    ],
    [
      ["withdraw", "ada@example.com", "--email"],
      { kind: "withdraw", email: "ada@example.com", channels: ["email"] },
    ],
    [
      ["withdraw", "--phone", "ada@example.com"],
      { kind: "withdraw", email: "ada@example.com", channels: ["phone"] },
    ],
    [
      ["consent", "ada@example.com", "--phone"],
      { kind: "consent", email: "ada@example.com", channels: ["phone"] },
    ],
    [["rewrite"], { kind: "rewrite" }],
  ])("%j is understood", (args, order) => {
    expect(parsePersonOrder(args)).toEqual({ ok: true, order });
  });

  test.each([
    [[], "Say what to do."],
    [["forget", "ada@example.com"], "There is no command forget."],
    [["erase"], "Say whose, by the e-mail address."],
    [["erase", "Ada Byron"], "Say whose, by the e-mail address."],
    [["erase", "ada@example.com", "now"], "There is a word too many: now."],
    [["export", "ada@example.com", "--keep-letters"], "--keep-letters does not belong to export."],
    [["erase", "ada@example.com", "--phone"], "--phone does not belong to erase."],
    [["withdraw", "ada@example.com", "--keep-letters"], "--keep-letters does not belong to withdraw."],
    [["withdraw", "--phone"], "Say whose, by the e-mail address."],
    [["consent", "ada@example.com"], "Say what they agreed to: --email, --phone or both."],
    [["rewrite", "ada@example.com"], "ada@example.com does not belong to rewrite."],
    [["rewrite", "--keep-letters"], "--keep-letters does not belong to rewrite."],
    [["toString", "ada@example.com"], "There is no command toString."],
    [["erase", "ada@example.com", "--keep-all"], /^Unknown option '--keep-all'/],
  ])("%j is not understood", (args, problem) => {
    const parsed = parsePersonOrder(args);
    expect(parsed.ok ? "" : parsed.problem).toMatch(problem);
  });
});

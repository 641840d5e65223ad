import { describe, expect, test } from "vitest";
import { parseStaffOrder } from "./staff-order.ts";

describe("an order for the staff command", () => {
  test.each([
    [
      ["add", "ruth@example.com", "--role", "owner"],
      { kind: "add", email: "ruth@example.com", role: "owner", name: "ruth" },
    ],
    [
      ["add", "--name", "Ruth Calloway", "--role=staff", "ruth@example.com"],
      { kind: "add", email: "ruth@example.com", role: "staff", name: "Ruth Calloway" },
    ],
    [
      ["approve", "joan@example.com", "--role", "examiner"],
      { kind: "approve", email: "joan@example.com", role: "examiner" },
    ],
    [
      ["approve", "joan@example.com", "--role", "examiner", "--until", "2026-12-31"],
      { kind: "approve", email: "joan@example.com", role: "examiner", until: "2026-12-31" },
    ],
    [["link", "joan@example.com"], { kind: "link", email: "joan@example.com" }],
    [["reset-second-factor", "joan@example.com"], { kind: "reset-second-factor", email: "joan@example.com" }],
    [["remove", "joan@example.com"], { kind: "remove", email: "joan@example.com" }],
    [["list"], { kind: "list" }],
  ])("%j is understood", (args, order) => {
    expect(parseStaffOrder(args)).toEqual({ ok: true, order });
  });

  test.each([
    [[], "Say what to do."],
    [["promote", "ruth@example.com"], "There is no command promote."],
    [["add", "--role", "owner"], "Say whom to add, by e-mail address."],
    [["add", "ruth@example.com"], "Give a --role: owner, staff, examiner."],
    [["add", "ruth@example.com", "--role", "king"], "Give a --role: owner, staff, examiner."],
    [["approve", "ruth@example.com", "--role", "pending"], "Give a --role: owner, staff, examiner."],
    [["link"], "Say whose link it is to be, by e-mail address."],
    [["reset-second-factor"], "Say whose second factor is to go, by e-mail address."],
    [
      ["approve", "ruth@example.com", "--role", "staff", "--until", "2026-12-31"],
      /^Only an examiner’s role ends by itself/,
    ],
    [["remove", "ruth@example.com", "--until", "2026-12-31"], /^Only an examiner’s role ends by itself/],
    [["remove", "a@example.com", "b@example.com"], "There is a word too many: b@example.com."],
    [["list", "--all"], /^Unknown option '--all'/],
    [["add", "ruth@example.com", "--role"], /argument missing/],
  ])("%j is not understood", (args, problem) => {
    const parsed = parseStaffOrder(args);
    expect(parsed.ok ? "" : parsed.problem).toMatch(problem);
  });
});

import { describe, expect, test } from "vitest";
import { parseAuditOrder } from "./audit-order.ts";

const list = { kind: "list", limit: 50, asJson: false };

describe("an order for the audit command", () => {
  test.each([
    [["list"], list],
    [["list", "--action", "leads-exported"], { ...list, action: "leads-exported" }],
    [["list", "--actor", " Ruth@Example.com"], { ...list, actor: "ruth@example.com" }],
    [["list", "--actor", "shell"], { ...list, actor: "shell" }],
    [["list", "--person", "Ada@Example.com"], { ...list, person: "ada@example.com" }],
    [
      ["list", "--since", "2026-11-01", "--until=2028-02-29"],
      { ...list, since: "2026-11-01", until: "2028-02-29" },
    ],
    [["list", "--before", "120", "--limit=5", "--json"], { ...list, before: 120, limit: 5, asJson: true }],
  ])("%j is understood", (args, order) => {
    expect(parseAuditOrder(args)).toEqual({ ok: true, order });
  });

  test.each([
    [[], "Say what to do."],
    [["remove"], "There is no command remove."],
    [["list", "120"], "There is a word too many: 120."],
    // Left unread, each of these would list what was not asked.
    [["list", "--action", "exported"], /^Give an --action: signed-in, /],
    [["list", "--action", " signed-in"], /^Give an --action: signed-in, /],
    [["list", "--actor", "ruth"], "Give an --actor: an e-mail address, shell or nobody."],
    [["list", "--actor", ""], "Give an --actor: an e-mail address, shell or nobody."],
    [["list", "--person", "Ada Byron"], "Say which --person, by the e-mail address."],
    [["list", "--since", "yesterday"], "Give --since as a day, like 2026-11-01."],
    [["list", "--since", "2026-02-29"], "Give --since as a day, like 2026-11-01."],
    [["list", "--until", "2026-11-31"], "Give --until as a day, like 2026-11-01."],
    [["list", "--until", "2026-11-1"], "Give --until as a day, like 2026-11-01."],
    [["list", "--before", "0"], /^Give the number of a line as --before/],
    [["list", "--before", "9999999999999999"], /^Give the number of a line as --before/],
    [["list", "--limit", "10001"], "Give a --limit from 1 to 10000."],
    [["list", "--limit", "many"], "Give a --limit from 1 to 10000."],
    [["list", "--all"], /^Unknown option '--all'/],
  ])("%j is not understood", (args, problem) => {
    const parsed = parseAuditOrder(args);
    expect(parsed.ok ? "" : parsed.problem).toMatch(problem);
  });
});

import { expect, test } from "vitest";
import { findCommitBefore } from "./previous-commit.ts";

const today = ["0001_a.sql", "0002_b.sql", "0003_c.sql"];

test("the previous release is the latest commit with fewer migrations and no gap", () => {
  const history = [
    { commit: "all", migrations: today },
    { commit: "third before second", migrations: ["0001_a.sql", "0003_c.sql"] },
    { commit: "first", migrations: ["0001_a.sql"] },
    { commit: "none", migrations: [] },
  ];
  expect(findCommitBefore(today, history)).toBe("first");
  expect(findCommitBefore(today, history.slice(0, 2))).toBeUndefined();
});

import { expect, test } from "vitest";
import { createProblemList } from "./problem-list.ts";

test("lists the first problems, and counts further ones", () => {
  const problems = createProblemList(3);
  problems.add([]);
  expect(problems.list()).toEqual([]);
  problems.add(["a", "b"]);
  problems.add(["c"]);
  expect(problems.list()).toEqual(["a", "b", "c"]);
  problems.add(["d"]);
  problems.add(["e", "f"]);
  expect(problems.list()).toEqual(["a", "b", "c", "3 more problems are not shown."]);
});

test("counts the rest of problems that are added together", () => {
  const problems = createProblemList(3);
  problems.add(["a", "b", "c", "d", "e"]);
  expect(problems.list()).toEqual(["a", "b", "c", "2 more problems are not shown."]);
});

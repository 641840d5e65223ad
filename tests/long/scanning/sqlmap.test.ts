import { expect, test } from "vitest";
import { readFindings } from "./sqlmap.ts";

const suspected =
  "[00:29:41] [INFO] POST parameter 'change' appears to be 'AND boolean-based blind - WHERE or HAVING clause' injectable";

test("a parameter that sqlmap suspected is a finding, unless sqlmap refuted it", () => {
  expect(readFindings(`${suspected}\n`)).toEqual([suspected]);
  const refuted = "[00:29:44] [WARNING] POST parameter 'change' does not seem to be injectable";
  expect(readFindings(`${suspected}\n${refuted}\n`)).toEqual([]);
  const other = "[00:29:44] [WARNING] POST parameter 'role' does not seem to be injectable";
  expect(readFindings(`${suspected}\n${other}\n`)).toEqual([suspected]);
});

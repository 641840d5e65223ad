import { expect, test } from "vitest";
import { splitAround } from "./claim-view.ts";

test.each([
  ["12% or 2% a year", "2%", ["12% or ", " a year"]],
  ["$5M, then $1.5M", "$5M", ["", ", then $1.5M"]],
  ["We keep 1.5M of 5M", "5M", ["We keep 1.5M of ", ""]],
  ["Only 20%", "20%", ["Only ", ""]],
])("the figure is found in “%s”", (sentence, figure, around) => {
  expect(splitAround(sentence, figure)).toEqual(around);
});

import { expect, test } from "vitest";
import { readEvidence } from "./spam-signals.ts";

const read = (fields: Readonly<Record<string, string>>, isFormPost = false) =>
  readEvidence((name) => fields[name], isFormPost);

test("what came with a form is read by the names that the form gives it", () => {
  expect(read({ website: "https://spam.example", formToken: " t " }, true)).toEqual({
    website: "https://spam.example",
    formToken: "t",
    isFormPost: true,
  });
});

test.each([{}, { website: "", formToken: "" }, { website: " \t", formToken: "  " }])(
  "%j is nothing at all",
  (fields) => {
    expect(read(fields)).toEqual({
      website: "",
      formToken: null,
      isFormPost: false,
    });
  },
);

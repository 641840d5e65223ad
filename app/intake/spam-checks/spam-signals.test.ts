import { expect, test } from "vitest";
import { readSpamSignals } from "./spam-signals.ts";

const read = (fields: Readonly<Record<string, string>>, isFormPost = false) =>
  readSpamSignals((name) => fields[name], isFormPost);

test("the signals of a form are read by their field names", () => {
  expect(read({ website: "https://spam.example", formToken: " t " }, true)).toEqual({
    honeypot: "https://spam.example",
    formToken: "t",
    isFormPost: true,
  });
});

test.each([{}, { website: "", formToken: "" }, { website: " \t", formToken: "  " }])(
  "%j has no signals",
  (fields) => {
    expect(read(fields)).toEqual({
      honeypot: "",
      formToken: null,
      isFormPost: false,
    });
  },
);

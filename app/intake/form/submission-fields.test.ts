import { expect, test } from "vitest";
import { readFormTokenField, submissionFieldNames } from "./submission-fields.ts";

test("a form token that is too long to be valid is not repeated in full", () => {
  const form = new FormData();
  form.set(submissionFieldNames.token, "a".repeat(65_000));
  expect(readFormTokenField(form)?.length).toBe(1_000);
});

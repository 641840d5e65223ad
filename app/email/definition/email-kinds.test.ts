import { expect, test } from "vitest";
import { allEmailKinds, getEmailLabel, listEmailKinds } from "./email-kinds.ts";

test("account emails have the prefix that the index of the queue sorts first", () => {
  const prefixed = allEmailKinds.filter((kind) => kind.startsWith("account-"));
  expect(listEmailKinds("account")).toEqual(prefixed);
});

test("a kind of another release is shown by its stored name", () => {
  expect(getEmailLabel("account-reset")).toBe("Account: password reset");
  expect(getEmailLabel("of-another-release")).toBe("of-another-release");
  expect(getEmailLabel("toString")).toBe("toString");
});

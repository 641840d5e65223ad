import { expect, test } from "vitest";
import { createPersonKeys } from "./person-keys.server.ts";

const { subjectOf } = createPersonKeys("a secret for tests, longer than thirty-two characters");

test("a person has one name in the audit log, however the address is typed", () => {
  expect(subjectOf(" Ada@Example.com ")).toBe(subjectOf("ada@example.com"));
  expect(subjectOf("ada@example.com")).toMatch(/^person:[\w-]{22}$/);
  expect(subjectOf("ada@example.com")).not.toBe(subjectOf("adb@example.com"));
});

test("nobody finds the name without the program's secret", () => {
  const other = createPersonKeys("another secret for tests, longer than thirty-two characters");
  expect(other.subjectOf("ada@example.com")).not.toBe(subjectOf("ada@example.com"));
});

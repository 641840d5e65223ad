import { expect, test } from "vitest";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { createPersonKeys } from "./person-keys.server.ts";

const secret = "a secret for tests, longer than thirty-two characters";
const newSecret = "another secret for tests, longer than thirty-two characters";
const { subjectOf } = createPersonKeys(createKeyRing([secret]));

test("a person has one name in the audit log, however the address is typed", () => {
  expect(subjectOf(" Ada@Example.com ")).toBe(subjectOf("ada@example.com"));
  expect(subjectOf("ada@example.com")).toMatch(/^person:[\w-]{22}$/);
  expect(subjectOf("ada@example.com")).not.toBe(subjectOf("adb@example.com"));
});

test("nobody finds the name without the program's secret", () => {
  const other = createPersonKeys(createKeyRing([newSecret]));
  expect(other.subjectOf("ada@example.com")).not.toBe(subjectOf("ada@example.com"));
});

test("after a rotation, keys derived from previous secrets are still recognized", () => {
  const rotated = createPersonKeys(createKeyRing([newSecret, secret]));
  expect(rotated.subjectsOf("ada@example.com")).toEqual([
    rotated.subjectOf("ada@example.com"),
    subjectOf("ada@example.com"),
  ]);
});

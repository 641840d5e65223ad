import { expect, test } from "vitest";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { createPersonKeys } from "./person-keys.server.ts";

const secret = "a secret for tests, longer than thirty-two characters";
const newSecret = "another secret for tests, longer than thirty-two characters";
const { subjectOf } = createPersonKeys(createKeyRing([secret]));

test("a person has one key in the audit log, for any spelling of the address", () => {
  expect(subjectOf(" Ada@Example.com ")).toBe(subjectOf("ada@example.com"));
  expect(subjectOf("ada@example.com")).toMatch(/^person:[\w-]{22}$/);
  expect(subjectOf("ada@example.com")).not.toBe(subjectOf("adb@example.com"));
});

test("the key cannot be computed without the program's secret", () => {
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

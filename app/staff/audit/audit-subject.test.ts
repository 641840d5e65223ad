import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createPersonKeys } from "#app/audit/person-keys.server.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { subjectNames } from "./audit-log.messages.ts";
import { isSubject, subjectsIn } from "./audit-subject.ts";

test("a subject consists of a known kind and an id of the expected format", () => {
  expect(isSubject(createPersonKeys(testKeyRing).subjectOf("ada@example.com"))).toBe(true);
  const numbered = ["claim", "incident", "hold", "promoter"];
  for (const kind of numbered) {
    expect(isSubject(`${kind}:12`), kind).toBe(true);
    expect(isSubject(`${kind}:Ada`), kind).toBe(false);
  }
  expect(isSubject(`session:${"aB3".repeat(10)}xY`)).toBe(true);
  expect(isSubject("page:/blog/why-plan-before-loi")).toBe(true);
  expect(isSubject("page:Ada Lovelace")).toBe(false);
  expect(isSubject(`content-picture:${"0a".repeat(16)}`)).toBe(true);
  const named = ["person", "session", "page", "content-picture", ...numbered];
  const others = Object.keys(subjectNames).filter((kind) => !named.includes(kind));
  expect(others).toContain("event");
  expect(others.filter((kind) => !isSubject(`${kind}:${randomUUID()}`))).toEqual([]);
});

test("the filter accepts the keys of one person under several secrets, and no other list", () => {
  const names = ["A", "B"].map((letter) => `person:${letter.repeat(22)}`);
  expect(subjectsIn(names.join(","))).toEqual(names);
  expect(subjectsIn(`${names.join(",")},Ada Lovelace`)).toBeUndefined();
  expect(subjectsIn("")).toBeUndefined();
});

test.each([
  "ada@example.com",
  "person:ada@example.com",
  "person:Ada",
  `person:${randomUUID()}`,
  `event:${randomUUID()}:Ada`,
  "event:Ada Lovelace",
  `constructor:${randomUUID()}`,
  `toString:${randomUUID()}`,
  randomUUID(),
  "",
])("“%s” is not a valid subject", (text) => {
  expect(isSubject(text)).toBe(false);
});

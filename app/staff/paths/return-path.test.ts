import { describe, expect, test } from "vitest";
import { everyPage } from "#tests/access/every-page.ts";
import { returnPage, returnPath } from "./return-path.ts";

test.each([
  "/admin",
  "/admin/team",
  "/admin/account?part=passkeys",
  "/admin/team?draft=AbC_-9.x~&page=2",
  // The query is never used as a destination.
  "/admin?next=%2F%2Fevil.example",
])("re-authentication returns to %s", (path) => {
  expect(returnPath(path)).toBe(path);
});

const elsewhere = [
  [null],
  [""],
  ["/"],
  ["admin"],
  ["/administrators"],
  ["/auth/sign-out"],
  ["https://evil.example/admin"],
  ["//evil.example"],
  ["//evil.example/admin"],
  ["///admin"],
  ["/\\evil.example"],
  ["\\\\evil.example"],
  ["/admin/../x"],
  ["/admin/..//evil.example"],
  ["/admin/%2e%2e/x"],
  ["/admin/%2E%2E%2Fx"],
  ["/admin%2f%2fevil.example"],
  ["/admin/\\..\\x"],
  ["/admin//evil.example"],
  ["/admin/"],
  ["/\t/evil.example"],
  ["/admin\n"],
  ["/admin/team\r\nLocation: https://evil.example"],
  [" /admin"],
  ["/admin#x"],
  ["/admin/team?x=<script>"],
  ["javascript:alert(1)"],
  ["/admin/nonsense"],
  ["/admin/constructor"],
  ["/admin/people/1/erase/even/further"],
  ["/api/exports/assessments.csv"],
  ["/admin/assessments.csv"],
  ["/admin/letters/1.data"],
  ["/admin/\u0000"],
  ["/admin/tеam"],
  ["\u202e/admin"],
] as const;

test.each(elsewhere)("re-authentication does not redirect outside the staff area: %j", (requested) => {
  expect(returnPath(requested)).toBe("/admin");
});

describe("signing in", () => {
  const pagesOfStaff = everyPage().filter(({ pattern }) => /^\/admin(?:\/|$)/.test(pattern));

  test.each(pagesOfStaff.map(({ pattern }) => [pattern]))("returns to %s", (pattern) => {
    const page = pattern.replaceAll(/:\w+/g, "01a9b6c4-3c5e-7d11-8f00-5a2b3c4d5e6f");
    expect(returnPage(page)).toBe(page);
  });

  test.each(elsewhere)("does not redirect outside the staff area: %j", (requested) => {
    expect(returnPage(requested)).toBe("/admin");
  });

  test("drops search terms", () => {
    expect(returnPage("/admin/people?q=avery")).toBe("/admin/people");
  });
});

import { expect, test } from "vitest";
import { schemeCookie, schemeIn } from "./color-scheme.ts";

test.each([
  [null, "system"],
  ["", "system"],
  ["practice.scheme=dark", "dark"],
  ["visit=1; practice.scheme=light; browser=2", "light"],
  ["practice.scheme=pink", "system"],
  ["xpractice.scheme=dark", "system"],
])("a browser that brings %j has the scheme %s", (cookies, scheme) => {
  expect(schemeIn(cookies)).toBe(scheme);
});

test("the choice is kept for a year, out of reach of scripts, and taken back by following the system", () => {
  expect(schemeCookie("dark", true)).toBe(
    "practice.scheme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure",
  );
  expect(schemeCookie("system", false)).toBe(
    "practice.scheme=system; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  );
});

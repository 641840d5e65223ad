import { expect, test } from "vitest";
import { createSchemeCookie, readScheme } from "./color-scheme.ts";

test.each([
  [null, "system"],
  ["", "system"],
  ["practice.scheme=dark", "dark"],
  ["visit=1; practice.scheme=light; browser=2", "light"],
  ["practice.scheme=pink", "system"],
  ["xpractice.scheme=dark", "system"],
])("the cookie header %j selects the scheme %s", (cookies, scheme) => {
  expect(readScheme(cookies)).toBe(scheme);
});

test("the choice is stored for a year in an HttpOnly cookie, and removed to follow the system", () => {
  expect(createSchemeCookie("dark", true)).toBe(
    "practice.scheme=dark; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure",
  );
  expect(createSchemeCookie("system", false)).toBe(
    "practice.scheme=system; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  );
});

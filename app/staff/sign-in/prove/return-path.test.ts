import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

test.each([
  "/admin",
  "/admin/team",
  "/admin/account?part=passkeys",
  "/admin/team?draft=AbC_-9.x~&page=2",
  // What stands behind the question mark leads nowhere.
  "/admin?next=%2F%2Fevil.example",
])("a proof leads back to %s", (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
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
])("a proof leads nowhere but to the staff area: not to %j", (asked) => {
  expect(returnPath(asked)).toBe("/admin");
});

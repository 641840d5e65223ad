import { expect, test } from "vitest";
import { formatReply } from "./format-reply.ts";

test.each([
  ["250 OK", "250 OK"],
  [" 550 5.1.1\r\n No such\tuser ", "550 5.1.1  No such user"],
  [
    "550 spam: https://www.example.com/linkedin-live-signup/place/3f2b8c1e-5a7d-4c9e-8b1f-2d3e4f5a6b7c",
    "550 spam: https://www.example.com/linkedin-live-signup/place/…",
  ],
  ["see /auth/reset/dGhlIGtleSBvZiBhIGxpbms.c2lnbmF0dXJl now", "see /auth/reset/… now"],
  [
    "550 https://support.example.com/mail/?p=NoSuchUser x12",
    "550 https://support.example.com/mail/?p=NoSuchUser x12",
  ],
])("the reply %j is stored as %j", (reply, stored) => {
  expect(formatReply(reply)).toBe(stored);
});

test("a key at the end of a long reply is masked before the reply is cut", () => {
  const reply = `${"x ".repeat(230)}/auth/reset/${"k".repeat(69)}`;
  expect(formatReply(reply)).toMatch(/\/auth\/reset\/…$/);
});

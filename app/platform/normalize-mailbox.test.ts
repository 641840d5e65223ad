import { expect, test } from "vitest";
import { normalizeMailbox } from "./normalize-mailbox.ts";

test.each([
  ["Ada@Example.com", "ada@example.com"],
  ["ada+news@example.com", "ada@example.com"],
  ["ada+a+b@example.com", "ada@example.com"],
  ["a.da@example.com", "a.da@example.com"],
  ["a.d.a+x@gmail.com", "ada@gmail.com"],
  ["A.D.A@GoogleMail.com", "ada@gmail.com"],
  ["+tag@example.com", "+tag@example.com"],
  ["\uFF41da@example.com", "ada@example.com"],
])("%s delivers to the mailbox %s", (address, mailbox) => {
  expect(normalizeMailbox(address)).toBe(mailbox);
});

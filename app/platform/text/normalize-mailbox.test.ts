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
  ["j.o-h_n+x@proton.me", "john@proton.me"],
  ["John@protonmail.com", "john@proton.me"],
  ["john@protonmail.ch", "john@proton.me"],
  ["jo.hn@pm.me", "john@proton.me"],
  ["john+x@me.com", "john@icloud.com"],
  ["john@mac.com", "john@icloud.com"],
  ["jo.hn@icloud.com", "jo.hn@icloud.com"],
  ["john+x@fastmail.com", "john@fastmail.com"],
  ["shop@john.fastmail.com", "john@fastmail.com"],
  ["shop@john.fastmail.fm", "john@fastmail.fm"],
  ["john@notfastmail.com", "john@notfastmail.com"],
  ["jo.hn+x@outlook.com", "jo.hn@outlook.com"],
  ["jo.hn@hotmail.com", "jo.hn@hotmail.com"],
  ["jo-hn@yahoo.com", "jo-hn@yahoo.com"],
  ["-@proton.me", "-@proton.me"],
  ["\uFF41da@example.com", "ada@example.com"],
])("%s delivers to the mailbox %s", (address, mailbox) => {
  expect(normalizeMailbox(address)).toBe(mailbox);
});

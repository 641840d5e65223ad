import { expect, test } from "vitest";
import { callAddress, letterAddress } from "./contact-links.ts";

test.each([
  ["(512) 555-0142", "tel:+15125550142"],
  ["512.555.0142", "tel:+15125550142"],
  ["1-512-555-0142", "tel:+15125550142"],
  [" +1 512 555 0142 ", "tel:+15125550142"],
  ["512\u2013555\u20130142", "tel:+15125550142"],
  ["+49 30 901820", "tel:+4930901820"],
])("links the number %s", (typed, address) => {
  expect(callAddress(typed)).toBe(address);
});

test.each([
  "",
  "ask for Rosa",
  "555-0142",
  "012 555 0142",
  "512 055 0142",
  "(512) 555-0142 ext. 7",
  "(512) 555-0142 / (512) 555-0143",
  "512+5550142",
  "+1 512 555 014",
  "+0 30 901820",
  "5".repeat(40),
])("does not link “%s”", (typed) => {
  expect(callAddress(typed)).toBeUndefined();
});

test("escapes characters of an email address that have a meaning in URLs", () => {
  expect(letterAddress("rosa@example.com")).toBe("mailto:rosa@example.com");
  expect(letterAddress("rosa?bcc=all&x#y@example.com")).toBe("mailto:rosa%3Fbcc%3Dall%26x%23y@example.com");
});

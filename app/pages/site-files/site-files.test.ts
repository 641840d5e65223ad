import { expect, test } from "vitest";
import { practice } from "#content/practice.ts";
import { securityText } from "./site-files.ts";

const text = securityText("https://www.example.com", new Date("2026-11-22T21:43:00Z"));

function valuesOf(field: string): string[] {
  const lines = text.split("\n").filter((line) => line.startsWith(`${field}: `));
  return lines.map((line) => line.slice(field.length + 2));
}

test("lists the firm's contacts, its own URL and the language", () => {
  expect(valuesOf("Contact")).toEqual([`mailto:${practice.email}`, `tel:${practice.phone.dial}`]);
  expect(valuesOf("Canonical")).toEqual(["https://www.example.com/.well-known/security.txt"]);
  expect(valuesOf("Preferred-Languages")).toEqual(["en"]);
});

test("has one Expires field within a year of the request (RFC 9116, section 2.5.5)", () => {
  expect(valuesOf("Expires")).toEqual(["2027-05-21T00:00:00Z"]);
  const later = securityText("https://www.example.com", new Date("2030-01-01T00:00:00Z"));
  expect(later).toContain("Expires: 2030-06-30T00:00:00Z\n");
});

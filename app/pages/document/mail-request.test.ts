import { expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { mailRequestHref } from "./mail-request.ts";

it("opens an email to the firm with subject and body filled in, with CRLF line breaks", () => {
  const url = new URL(mailRequestHref({ subject: "A & B?", body: "Hello,\n\nThank you." }));
  expect(url.protocol).toBe("mailto:");
  expect(url.pathname).toBe(practice.email);
  expect(url.searchParams.get("subject")).toBe("A & B?");
  expect(url.searchParams.get("body")).toBe("Hello,\r\n\r\nThank you.");
});

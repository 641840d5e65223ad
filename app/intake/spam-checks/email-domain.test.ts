import { expect, it } from "vitest";
import { findLimitedDomain } from "./email-domain.ts";

it.each([
  ["ada@acme.com", "acme.com"],
  ["ada@mail.acme.com", "acme.com"],
  ["ada@acme.co.uk", "acme.co.uk"],
  ["ada@mail.acme.com.au", "acme.com.au"],
  ["ada@mail.acme.de", "acme.de"],
  ["ada@a.co.com", "co.com"],
  ["ada@co.uk", "co.uk"],
  ["ada@mail.gmail.com", "gmail.com"],
])("%s counts as %s", (email, domain) => {
  expect(findLimitedDomain(email)).toBe(domain);
});

it.each(["ada@gmail.com", "ada@outlook.com", "ada@sbcglobal.net", "ada@mail.com"])(
  "%s is not limited",
  (email) => {
    expect(findLimitedDomain(email)).toBeUndefined();
  },
);

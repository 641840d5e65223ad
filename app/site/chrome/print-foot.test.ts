import { expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { printFoot } from "./print-foot.ts";

it.each([
  [
    "/exit-planning",
    / · Exit planning for business owners · \w+ \d+, \d{4}" "\\A " "www\.example\.com\/exit-planning";/,
  ],
  [
    "/blog/why-plan-before-loi",
    / · [^·]+ · \w+ \d+, \d{4}" "\\A " "www\.example\.com\/blog\/why-plan-before-loi";/,
  ],
  ["/form-crs", / · [^·]+ · \w+ \d+, \d{4}" /],
  ["/blog", / · Articles for owners planning a sale" /],
])("%s prints the firm, the page, its date and its address on every sheet", (path, words) => {
  const css = printFoot(path);
  expect(css).toMatch(words);
  expect(css).toContain(`@page{@bottom-left{content:"${practice.firmName} · `);
});

it("prints no address on a page whose path is secret", () => {
  expect(printFoot("/pre-loi-assessment/result/secret")).toBe(
    `@page{@bottom-left{content:"${practice.firmName} · Your Pre-LOI Assessment";white-space:pre-line}}`,
  );
  expect(printFoot("/confirm/secret")).not.toContain("secret");
});

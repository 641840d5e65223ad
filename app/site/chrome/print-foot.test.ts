import { expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { printFoot } from "./print-foot.ts";

it.each([
  ["/exit-planning", / · Exit planning for business owners · \w+ \d+, \d{4}"/],
  ["/blog/why-plan-before-loi", / · [^·]+ · \w+ \d+, \d{4}"/],
  ["/form-crs", / · [^·]+ · \w+ \d+, \d{4}"/],
  ["/blog", / · Articles for owners planning a sale"/],
])("%s prints the firm, the page and its date on every sheet", (path, words) => {
  const css = printFoot(path);
  expect(css).toMatch(words);
  expect(css).toContain(`@page{@bottom-left{content:"${practice.firmName} · `);
});

it("prints only the firm on a page whose path is secret", () => {
  expect(printFoot("/pre-loi-assessment/result/secret")).toBe(
    `@page{@bottom-left{content:"${practice.firmName}"}}`,
  );
});

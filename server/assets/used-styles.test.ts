import { expect, it } from "vitest";
import { keepUsedStyles, listClasses, parseStyles } from "./used-styles.ts";

const classes = listClasses('<body class="page"><p class="lead  soft"></p></body>');

function keep(css: string): string {
  return keepUsedStyles(parseStyles(css), classes);
}

it("leaves out rules whose selectors all require a class that the document lacks", () => {
  expect(keep(".lead{a:b}.bar{a:b}.page .bar b{a:b}.bar,.soft{a:b}p.lead>b:hover{a:b}")).toBe(
    ".lead{a:b}.bar,.soft{a:b}p.lead>b:hover{a:b}",
  );
});

it("keeps rules that can match without the classes in parentheses and attribute values", () => {
  const css = ':root{a:b}p:not(.bar){a:b}.page:has(:is(.bar,.line) b){a:b}a[href$=".pdf"]{a:b}';
  expect(keep(css)).toBe(css);
});

it("leaves out conditional groups without a used rule, and keeps the other at-rules", () => {
  const css = "@media print{.bar{a:b}@supports (a:b){.line{a:b}}}@media (width>=1px){.bar{a:b}.lead{a:b}}";
  expect(keep(css)).toBe("@media (width>=1px){.lead{a:b}}");
  const other =
    '@font-face{a:b}@page{margin:1px;@bottom-left{content:"}{"}}@keyframes turn{0%{a:b}}@layer a;.lead{a:b}';
  expect(keep(other)).toBe(other);
});

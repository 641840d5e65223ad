import { expect, test, vi } from "vitest";
import { createPageLookup } from "./page-lookup.ts";

function testPageLookup() {
  const match = vi.fn<(path: string) => string>((path) => `page ${path}`);
  const known = new Map([
    ["/", "the home page"],
    ["/faqs", "the FAQs"],
  ]);
  const patterns = ["/confirm/:token"];
  return { match, lookUp: createPageLookup({ known, patterns }, match, "unknown") };
}

test("does not ask React Router about unknown paths", () => {
  const { match, lookUp } = testPageLookup();
  const unknown = [
    "/nope",
    "/faqs/",
    "/faqs/x",
    "/FAQS",
    "/confirm",
    "/confirm/",
    "/confirm/a/b",
    "/*",
    "",
    "/%66aqs",
  ];
  expect(unknown.map(lookUp)).toEqual(unknown.map(() => "unknown"));
  expect(match).not.toHaveBeenCalled();
});

test("does not ask React Router about paths without parameters", () => {
  const { match, lookUp } = testPageLookup();
  expect([lookUp("/"), lookUp("/faqs")]).toEqual(["the home page", "the FAQs"]);
  expect(match).not.toHaveBeenCalled();
});

test("asks React Router about each path with parameters", () => {
  const { lookUp } = testPageLookup();
  expect(lookUp("/confirm/one")).toBe("page /confirm/one");
  expect(lookUp("/confirm/%ff")).toBe("page /confirm/%ff");
});

test("asks React Router once about consecutive lookups of a path", () => {
  const { match, lookUp } = testPageLookup();
  const paths = ["/confirm/one", "/confirm/one", "/nope", "/confirm/one", "/confirm/two", "/confirm/one"];
  expect(paths.map(lookUp)).toEqual([
    "page /confirm/one",
    "page /confirm/one",
    "unknown",
    "page /confirm/one",
    "page /confirm/two",
    "page /confirm/one",
  ]);
  expect(match.mock.calls).toEqual([["/confirm/one"], ["/confirm/two"], ["/confirm/one"]]);
});

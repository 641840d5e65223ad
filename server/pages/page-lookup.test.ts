import { expect, test, vi } from "vitest";
import { createPageLookup } from "./page-lookup.ts";

const routes = [
  {
    path: "",
    children: [
      { index: true as const },
      { path: "faqs", children: [] },
      { path: "confirm/:token", children: [] },
      { path: "*", children: [] },
    ],
  },
];

function testPageLookup() {
  const find = vi.fn<(path: string) => string>((path) => `page ${path}`);
  return { find, lookUp: createPageLookup(routes, find, "unknown") };
}

test("does not ask React Router about unknown paths", () => {
  const { find, lookUp } = testPageLookup();
  find.mockClear();
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
  expect(find).not.toHaveBeenCalled();
});

test("asks React Router once about a path without parameters", () => {
  const { find, lookUp } = testPageLookup();
  for (let at = 0; at < 3; at += 1) expect([lookUp("/"), lookUp("/faqs")]).toEqual(["page /", "page /faqs"]);
  expect(find.mock.calls).toEqual([["/"], ["/faqs"]]);
});

test("asks React Router about each path with parameters", () => {
  const { lookUp } = testPageLookup();
  expect(lookUp("/confirm/one")).toBe("page /confirm/one");
  expect(lookUp("/confirm/%ff")).toBe("page /confirm/%ff");
});

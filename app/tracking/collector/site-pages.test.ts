import { expect, test } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { ownPages } from "./site-pages.ts";

test("a page that was withdrawn counts as a missing one from then on", () => {
  const published = new Set(["/blog/an-article"]);
  const ownPagePath = ownPages({
    siteUrl: "https://www.example.com",
    origins: ["https://www.example.com"],
    getDelivery: (path) => ({ isKnown: published.has(path), shared: true }),
  });
  expect(ownPagePath("/blog/an-article")).toBe("/blog/an-article");
  published.clear();
  expect(ownPagePath("/blog/an-article")).toBe(pages.notFound.path);
});

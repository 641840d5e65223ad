import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, test } from "vitest";
import urlTable from "#app/routes.ts";
import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { builtRoutes, notYetBuilt, specifiedRoutes } from "./routes.ts";

/** Paths of the URL table in order. The splat represents any other path. */
const served = urlTable
  .flatMap(listPaths)
  .flatMap((path) => (path === "/blog/:slug" ? listArticles().map((article) => article.path) : [path]));
const answered = served.map((path) => (path === "/*" ? "/any-other-path" : path));

describe("specification section 2, route table", () => {
  test("has 22 rows, and one for any other path", () => {
    expect(specifiedRoutes).toHaveLength(23);
    expect(notYetBuilt.filter((path) => !specifiedRoutes.some((route) => route.path === path))).toEqual([]);
  });

  test.each(builtRoutes)("$path: $screen is in the URL table", ({ path }) => {
    expect(answered).toContain(path);
  });

  test.each(notYetBuilt)("%s is not built yet and is in no list", (path) => {
    expect(answered).not.toContain(path);
  });

  test.each(builtRoutes)(
    "$path is in the page registry, indexed: $isIndexed",
    ({ path, screen, isIndexed }) => {
      const page = [...registeredPages, ...listArticles()].find(
        (each) => each.path === (screen === "Not found" ? "/404" : path),
      );
      expect(page?.index).toBe(isIndexed);
    },
  );
});

test("additional paths are below a row of the table or registered outside the page index", () => {
  const registered = registeredPages.filter(({ group }) => group === undefined);
  const named: readonly string[] = [
    ...specifiedRoutes.map(({ path }) => path),
    ...registered.map(({ path, pattern = path }) => pattern),
  ];
  const extra = answered.filter((path) => !named.includes(path));
  for (const path of extra) {
    expect(
      specifiedRoutes.some((route) => route.path !== "/" && path.startsWith(`${route.path}/`)),
      path,
    ).toBe(true);
  }
});

function listPaths({ path, index, children }: RouteConfigEntry): string[] {
  const below = (children ?? []).flatMap(listPaths);
  if (index === true) return ["/"];
  return path === undefined ? below : [`/${path}`, ...below];
}

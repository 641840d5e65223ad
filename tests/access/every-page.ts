import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** A page's address as `routes.ts` has it, and what the router calls its leaf and the layouts around it. */
export type PageDoor = { pattern: string; leaf: string; layouts: readonly string[] };

/** Every page of the site, from the one table of addresses. */
export function everyPage(
  entries: readonly RouteConfigEntry[] = routes,
  above: { path: string; layouts: readonly string[] } = { path: "", layouts: [] },
): PageDoor[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file.replace(/\.tsx$/, "");
    const path = entry.path === undefined ? above.path : `${above.path}/${entry.path}`;
    if (entry.children !== undefined) {
      return everyPage(entry.children, { path, layouts: [...above.layouts, id] });
    }
    return [{ pattern: path === "" ? "/" : path, leaf: id, layouts: ["root", ...above.layouts] }];
  });
}

/** A way to ask for a page. `isLayout`: what answers is only a layout around it, which guards nothing and may tell nothing. */
export type Way = { address: string; isLayout: boolean };

/**
 * The ways to ask for a page: as a document, and by the router's data door, which can be told to ask only some of the page's loaders
 * and so to leave out those of the layouts around it, or the page's own.
 */
export function waysTo(path: string, { leaf, layouts }: PageDoor): Way[] {
  const only = (id: string): string => `${path}.data?_routes=${encodeURIComponent(id)}`;
  return [
    ...[path, `${path}.data`, only(leaf)].map((address) => ({ address, isLayout: false })),
    ...layouts.map((id) => ({ address: only(id), isLayout: true })),
  ];
}

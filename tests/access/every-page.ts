import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/** A page's path in `routes.ts`, with React Router's IDs of its leaf and layouts. */
export type PageRoute = { pattern: string; leaf: string; layouts: readonly string[] };

/** Every page in the URL table. */
export function everyPage(
  entries: readonly RouteConfigEntry[] = routes,
  above: { path: string; layouts: readonly string[] } = { path: "", layouts: [] },
): PageRoute[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file.replace(/\.tsx$/, "");
    const path = entry.path === undefined ? above.path : `${above.path}/${entry.path}`;
    if (entry.children !== undefined) {
      return everyPage(entry.children, { path, layouts: [...above.layouts, id] });
    }
    return [{ pattern: path === "" ? "/" : path, leaf: id, layouts: ["root", ...above.layouts] }];
  });
}

/** A way to request a page. `isLayout`: only a layout responds, which has no guard and must not contain personal data. */
export type Way = { address: string; isLayout: boolean };

/**
 * The ways to request a page: as a document, and by React Router's data requests, which can select single loaders and so omit those of the
 * layouts or of the page.
 */
export function listWaysTo(path: string, { leaf, layouts }: PageRoute): Way[] {
  const only = (id: string): string => `${path}.data?_routes=${encodeURIComponent(id)}`;
  return [
    ...[path, `${path}.data`, only(leaf)].map((address) => ({ address, isLayout: false })),
    ...layouts.map((id) => ({ address: only(id), isLayout: true })),
  ];
}

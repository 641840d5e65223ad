import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { type PageHandle, pageHandleOf } from "#app/pages/page-handle.ts";
import { createPageLookup } from "./page-lookup.ts";

/** What is known about a path before rendering. */
export type Delivery = PageHandle & {
  /** False if the path has no page. All such paths share the not-found page. */
  isKnown: boolean;
  /** Whether the page accepts form posts. */
  acceptsForms: boolean;
  /** The event in the path of a shared page, which exists while the site knows the event. Other ids would fill the cache. */
  eventId?: string | undefined;
};

/** The routes of a build, which are the same for every set of pages. */
export type PageRoutes = {
  /** The paths without parameters. */
  paths: readonly string[];
  /** @param path the path as received, still encoded, because each page has exactly one spelling */
  findDelivery(path: string): Delivery;
};

export function createPageRoutes(build: Pick<ServerBuild, "routes">): PageRoutes {
  const tree = nestRoutes(build.routes);
  const branches = listBranches(tree);
  const hasParameters = ({ path }: Branch): boolean => path.includes(":");
  const known = new Map(
    branches
      .filter((branch) => !hasParameters(branch))
      .map(({ path, routes }) => [path, toDelivery(routes)] as const),
  );
  const withParameters = branches.filter(hasParameters);
  return {
    paths: [...known.keys()],
    findDelivery: createPageLookup(
      { known, patterns: withParameters.map(({ path }) => path) },
      keepShared(createMatcher(withParameters, (path) => known.has(path))),
      unknownDelivery,
    ),
  };
}

/**
 * The build with only the routes of pages that are identical for all visitors. React Router compares the path of a page with all routes and
 * creates an object for each of them, which takes longer than rendering a small page, and most routes are those of staff.
 */
export function keepSharedRoutes(build: ServerBuild): ServerBuild {
  const tree = nestRoutes(build.routes);
  const shared = listBranches(tree).filter(({ routes }) => toDelivery(routes).shared);
  const ids = new Set(shared.flatMap(({ routes }) => routes.map(({ id }) => id)));
  const isKept = ([id, route]: [string, { path?: string | undefined } | undefined]): boolean =>
    ids.has(id) || route?.path === "*";
  const routes = Object.fromEntries(Object.entries(build.routes).filter(isKept));
  const assetRoutes = Object.fromEntries(Object.entries(build.assets.routes).filter(isKept));
  return { ...build, routes, assets: { ...build.assets, routes: assetRoutes } };
}

/** The path of a page, and its routes, outermost first. */
type Branch = { path: string; routes: readonly RouteObject[] };

/** All pages, except for the route that matches every path. */
function listBranches(tree: readonly RouteObject[], above: Branch = { path: "", routes: [] }): Branch[] {
  return tree.flatMap((route) => {
    if (route.path === "*") return [];
    // Layouts have no path, and the path of the root is empty.
    const path = (route.path ?? "") === "" ? above.path : `${above.path}/${route.path}`;
    const routes = [...above.routes, route];
    return route.children === undefined || route.children.length === 0
      ? [{ path: path === "" ? "/" : path, routes }]
      : listBranches(route.children, { path, routes });
  });
}

function toDelivery(routes: readonly RouteObject[]): Delivery {
  const handle = pageHandleOf(routes.map((route): unknown => route.handle));
  return { ...handle, isKnown: true, acceptsForms: routes.at(-1)?.action !== undefined };
}

export const unknownPageHandle: PageHandle = { scripts: "none", shared: true, pixel: false };
export const unknownDelivery: Delivery = { ...unknownPageHandle, isKnown: false, acceptsForms: false };

/** More than the articles and events of a site. Visitors can ask for any number of paths of events that do not exist. */
const maxKept = 500;

/** Matches the path of a shared page once, because each capture of the site asks for all of them several times. Other paths can be secret. */
function keepShared(match: (path: string) => Delivery): (path: string) => Delivery {
  const kept = new Map<string, Delivery>();
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const delivery = match(path);
    if (!delivery.shared) return delivery;
    if (kept.size >= maxKept) kept.clear();
    kept.set(path, delivery);
    return delivery;
  };
}

/**
 * Creates a function that matches paths with parameters.
 * @param isPage whether a path without parameters has a page. React Router decodes paths and ignores case, so that such a page would have
 * several spellings, which would be cached separately.
 */
function createMatcher(
  branches: readonly Branch[],
  isPage: (path: string) => boolean,
): (path: string) => Delivery {
  const routes = branches.map((branch) => ({ path: branch.path, delivery: toDelivery(branch.routes) }));
  return (path) => {
    const decoded = decode(path);
    // React Router would print a path that cannot be decoded to the terminal.
    if (decoded === undefined || isPage(decoded.toLowerCase())) return unknownDelivery;
    const [match] = matchRoutes(routes, path) ?? [];
    if (match === undefined) return unknownDelivery;
    const { delivery } = match.route;
    return { ...delivery, eventId: delivery.shared ? match.params["eventId"] : undefined };
  };
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function nestRoutes(manifest: ServerBuild["routes"], parentId?: string): RouteObject[] {
  return Object.values(manifest)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map((route): RouteObject => {
      const shared = {
        id: route.id,
        handle: route.module.handle,
        // Only the presence of an action matters here.
        ...(route.module.action === undefined ? {} : { action: true }),
      };
      if (route.index === true) return { ...shared, index: true };
      return {
        ...shared,
        caseSensitive: true,
        ...(route.path === undefined ? {} : { path: route.path }),
        children: nestRoutes(manifest, route.id),
      };
    });
}

import { pages } from "#app/pages/registry.ts";

/**
 * Returns the path under which a visit is stored: a public page path, or the not-found path if the site has no such page. Returns null for
 * everything else.
 */
export type OwnPagePath = (address: string) => string | null;

/**
 * Only paths of our own pages are stored. Result and seat URLs contain visitors’ secret keys. The URL of a missing page can contain any
 * text, which a stranger could use to write into the lists that staff read.
 * @param getDelivery whether a path has a page, and whether that page is the same for everyone; its result must not change
 */
export function ownPages(options: {
  siteUrl: string;
  origins: readonly string[];
  getDelivery: (path: string) => { isKnown: boolean; shared: boolean };
}): OwnPagePath {
  // The cache is limited to existing pages. Other paths are looked up each time, so that strangers cannot fill the memory.
  const known = new Set<string>();
  return (address) => {
    // The visit script usually sends a bare path, which needs no parsing.
    if (known.has(address)) return address;
    const url = URL.parse(address, options.siteUrl);
    if (url === null || !options.origins.includes(url.origin)) return null;
    const path = url.pathname;
    if (known.has(path)) return path;
    const { isKnown, shared } = options.getDelivery(path);
    if (!isKnown) return pages.notFound.path;
    if (!shared) return null;
    known.add(path);
    return path;
  };
}

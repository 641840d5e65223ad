import { pages } from "#app/pages/registry.ts";

/**
 * Finds the path under which a visit of an address is stored: that of a page of ours that is the same for everyone, or that of the
 * not-found page where the site has no page; null for everything else.
 */
export type OwnPagePath = (address: string) => string | null;

/**
 * Only paths of our own pages are stored. Results and seats have their visitors' secret keys in their addresses, and an address without
 * a page can say anything: a stranger could put text of theirs into the lists that staff read.
 * @param deliveryOf whether a path has a page, and whether that is the same for everyone; its answer must not change
 */
export function ownPages(options: {
  siteUrl: string;
  origins: readonly string[];
  deliveryOf: (path: string) => { isKnown: boolean; shared: boolean };
}): OwnPagePath {
  // As many as there are pages. Other paths are looked up each time, or strangers could fill the memory.
  const known = new Set<string>();
  return (address) => {
    // Usually the visit script sends a bare path, which does not have to be parsed.
    if (known.has(address)) return address;
    const url = URL.parse(address, options.siteUrl);
    if (url === null || !options.origins.includes(url.origin)) return null;
    const path = url.pathname;
    if (known.has(path)) return path;
    const { isKnown, shared } = options.deliveryOf(path);
    if (!isKnown) return pages.notFound.path;
    if (!shared) return null;
    known.add(path);
    return path;
  };
}

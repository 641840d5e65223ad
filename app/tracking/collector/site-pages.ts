import { pages } from "#app/pages/registry.ts";

/**
 * Returns the path under which a visit is stored: a public page path, or the not-found path if the site has no such page. Returns null for
 * everything else.
 */
export type OwnPagePath = (address: string) => string | null;

/**
 * Only paths of our own pages are stored. Result and seat URLs contain visitors’ secret keys. The URL of a missing page can contain any
 * text, which a stranger could use to write into the lists that staff read.
 * @param options.getDelivery whether a path has a page now, and whether that page is the same for everyone
 */
export function ownPages(options: {
  siteUrl: string;
  origins: readonly string[];
  getDelivery: (path: string) => { isKnown: boolean; shared: boolean };
}): OwnPagePath {
  return (address) => {
    const url = URL.parse(address, options.siteUrl);
    if (url === null || !options.origins.includes(url.origin)) return null;
    const path = url.pathname;
    const { isKnown, shared } = options.getDelivery(path);
    if (!isKnown) return pages.notFound.path;
    return shared ? path : null;
  };
}

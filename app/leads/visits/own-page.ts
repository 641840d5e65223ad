/** Finds the path of an address, where it is that of a page of ours that is the same for everyone; else null. */
export type OwnPagePath = (address: string) => string | null;

/**
 * Only such addresses are kept: those of results and places hold their visitors' keys, and what others make up is nothing that
 * staff should meet in a list.
 * @param isSharedPage whether a path has such a page; its answer stays as it is
 */
export function ownPages(options: {
  siteUrl: string;
  origins: readonly string[];
  isSharedPage: (path: string) => boolean;
}): OwnPagePath {
  // As many as there are pages. The others are asked about each time, or strangers could fill the memory.
  const known = new Set<string>();
  return (address) => {
    // As the visit script writes it, mostly: no need to take it apart.
    if (known.has(address)) return address;
    const url = URL.parse(address, options.siteUrl);
    if (url === null || !options.origins.includes(url.origin)) return null;
    const path = url.pathname;
    if (known.has(path)) return path;
    if (!options.isSharedPage(path)) return null;
    known.add(path);
    return path;
  };
}

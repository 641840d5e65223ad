/** The size of the files of other builds in memory, without their compressed bodies. A build has about two megabytes. */
const maxCachedBytes = 32_000_000;

type Entry<Asset> = { loading: Promise<Asset | undefined>; bytes: number };

/**
 * Keeps files of other builds, so that each is read and compressed once while it is kept. The oldest entries are evicted first.
 * @param load undefined: there is no such file, which is not kept
 */
export function cacheStoredAssets<Asset>(
  load: (path: string) => Promise<{ asset: Asset; bytes: number } | undefined>,
  maxBytes = maxCachedBytes,
): (path: string) => Promise<Asset | undefined> {
  const entries = new Map<string, Entry<Asset>>();
  let cachedBytes = 0;

  function forget(path: string): void {
    cachedBytes -= entries.get(path)?.bytes ?? 0;
    entries.delete(path);
  }

  async function fill(path: string, entry: Entry<Asset>): Promise<Asset | undefined> {
    // The entry may have been evicted while it was loading, and requested again.
    const isKept = (): boolean => entries.get(path) === entry;
    try {
      const loaded = await load(path);
      if (loaded === undefined && isKept()) forget(path);
      if (loaded !== undefined && isKept()) count(entry, loaded.bytes);
      return loaded?.asset;
    } catch (error) {
      if (isKept()) forget(path);
      throw error;
    }
  }

  function count(entry: Entry<Asset>, bytes: number): void {
    entry.bytes = bytes;
    cachedBytes += bytes;
    for (const oldest of entries.keys()) {
      if (cachedBytes <= maxBytes) break;
      forget(oldest);
    }
  }

  return (path) => {
    const known = entries.get(path);
    if (known !== undefined) return known.loading;
    const entry: Entry<Asset> = { loading: Promise.resolve(undefined), bytes: 0 };
    entries.set(path, entry);
    entry.loading = fill(path, entry);
    return entry.loading;
  };
}

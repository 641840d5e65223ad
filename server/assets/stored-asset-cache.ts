/** The size of the files of other builds in memory, without their compressed bodies. A build has about two megabytes. */
const maxCachedBytes = 32_000_000;

type Entry<Asset> = { loading: Promise<Asset | undefined>; bytes: number };

/**
 * Keeps the files of other builds, so that each is read and compressed once, also if clients request all of them again and again. The oldest
 * ones leave first.
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

  async function fill(path: string): Promise<Asset | undefined> {
    try {
      const loaded = await load(path);
      const entry = entries.get(path);
      if (loaded === undefined || entry === undefined) {
        forget(path);
        return loaded?.asset;
      }
      entry.bytes = loaded.bytes;
      cachedBytes += loaded.bytes;
      for (const oldest of entries.keys()) {
        if (cachedBytes <= maxBytes) break;
        forget(oldest);
      }
      return loaded.asset;
    } catch (error) {
      forget(path);
      throw error;
    }
  }

  return (path) => {
    const known = entries.get(path);
    if (known !== undefined) return known.loading;
    const entry: Entry<Asset> = { loading: Promise.resolve(undefined), bytes: 0 };
    entries.set(path, entry);
    entry.loading = fill(path);
    return entry.loading;
  };
}

import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { haveSameDocuments, type Release, type Releases } from "#app/publishing/releases/release.ts";
import { practice } from "#content/practice.ts";

/** Rendered pages that are identical for all visitors. */
export type PageCache<Page> = {
  /** Returns a page that is still current. */
  find(key: string): Promise<Page> | undefined;
  /** Returns a page that is still current and has been rendered. Not counted, because the caller may not be able to send it. */
  findRendered(key: string): Page | undefined;
  /** Returns a page that another release would not change. Not counted. */
  findFor(key: string, release: Release): Promise<Page> | undefined;
  /**
   * Renders a page and keeps it, unless it fails.
   * @param render adds the names of the documents that the page contains
   */
  fill(key: string, render: (documents: Set<string>) => Promise<Page>): Promise<Page>;
};

/** Counts lookups of cached pages. */
export type PageLookups = { hits: number; misses: number };

/** The etag identifies the content of a page. */
type Rendered = { status: number; etag: string };

type CachedPage<Page> = {
  rendering: Promise<Page>;
  /** Undefined while the page is rendered. */
  page?: Page;
  /** The version of the live event when the page was rendered. The header of every page announces the event. */
  stamp: string;
  /** The content that was rendered. */
  release: Release;
  /** The names of the documents that the page contains. Complete once it is rendered. */
  documents: ReadonlySet<string>;
};

/**
 * Keeps pages until the live event changes, a document that they contain is published or a day begins in the firm's time zone, because pages
 * contain all three.
 * @param published the pages of the published release, which this one can share
 */
export function createPageCache<Page extends Rendered>({
  clock,
  events,
  publishing,
  lookups = { hits: 0, misses: 0 },
  published,
}: Pick<RequestServices, "clock" | "events"> & {
  publishing: Releases;
  lookups?: PageLookups | undefined;
  published?: Pick<PageCache<Page>, "findFor"> | undefined;
}): PageCache<Page> {
  const cache = new Map<string, CachedPage<Page>>();
  const clearOnNewDay = onNewDay(clock, () => cache.clear());
  const findFor = (key: string, release: Release): CachedPage<Page> | undefined => {
    clearOnNewDay();
    const cached = cache.get(key);
    return cached?.stamp === events.stamp() && isValidIn(cached, release) ? cached : undefined;
  };
  const findCurrent = (key: string): CachedPage<Page> | undefined => {
    const release = publishing.inUse();
    const cached = findFor(key, release);
    // Compared once for each release.
    if (cached !== undefined) cached.release = release;
    return cached;
  };
  return {
    find(key) {
      const cached = findCurrent(key);
      if (cached === undefined) return published?.findFor(key, publishing.inUse());
      lookups.hits += 1;
      return cached.rendering;
    },
    findRendered: (key) => findCurrent(key)?.page,
    findFor: (key, release) => findFor(key, release)?.rendering,
    async fill(key, render) {
      lookups.misses += 1;
      clearOnNewDay();
      // Read before rendering, so that a change during the rendering invalidates the page.
      const stamp = events.stamp();
      const release = publishing.inUse();
      const documents = new Set<string>();
      const rendering = keepIfEqual(cache.get(key)?.rendering, render(documents));
      const cached: CachedPage<Page> = { rendering, stamp, release, documents };
      cache.set(key, cached);
      // Failed pages are not cached, so that the next request renders them again. A later rendering may have replaced the page.
      const remove = (): void => {
        if (cache.get(key) === cached) cache.delete(key);
      };
      const page = await rendering.catch((error: unknown) => {
        remove();
        throw error;
      });
      if (page.status >= 500) remove();
      cached.page = page;
      return page;
    },
  };
}

/** Whether a release would not change a page. Until the page is rendered, it may read more documents. */
function isValidIn<Page>({ release: own, page, documents }: CachedPage<Page>, release: Release): boolean {
  return own === release || (page !== undefined && haveSameDocuments(own, release, documents));
}

/** Keeps the previous page with its compressed bodies if a new rendering is identical, because compression takes longer than rendering. */
async function keepIfEqual<Page extends Rendered>(
  previous: Promise<Page> | undefined,
  rendering: Promise<Page>,
): Promise<Page> {
  const [kept, page] = await Promise.all([previous?.catch(() => undefined), rendering]);
  return kept?.etag === page.etag && kept.status === page.status ? kept : page;
}

/**
 * Calls `onChange` when the date changes in the firm's time zone.
 * @returns a function to call before each use of the cache
 */
function onNewDay(clock: Clock, onChange: () => void): () => void {
  let day = "";
  let lastMinute = 0;
  return () => {
    const now = clock.now();
    const minute = Math.floor(now.getTime() / 60_000);
    if (minute === lastMinute) return;
    lastMinute = minute;
    const today = dayIn(practice.timeZone, now);
    if (today !== day) onChange();
    day = today;
  };
}

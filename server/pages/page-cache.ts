import { dayIn } from "#app/platform/calendar/day-in.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Release, Releases } from "#app/publishing/releases/release.ts";
import { practice } from "#content/practice.ts";

/** Rendered pages that are identical for all visitors. */
export type PageCache<Page> = {
  /** Returns a page that is still current. */
  find(key: string): Promise<Page> | undefined;
  /** Returns a page that is still current and has been rendered. Not counted, because the caller may not be able to send it. */
  findRendered(key: string): Page | undefined;
  /** Renders a page and keeps it, unless it fails. */
  fill(key: string, render: () => Promise<Page>): Promise<Page>;
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
};

/** Keeps pages until the live event changes, content is published or a day begins in the firm's time zone, because pages contain all three. */
export function createPageCache<Page extends Rendered>({
  clock,
  events,
  publishing,
  lookups = { hits: 0, misses: 0 },
}: Pick<RequestServices, "clock" | "events"> & {
  publishing: Releases;
  lookups?: PageLookups | undefined;
}): PageCache<Page> {
  const cache = new Map<string, CachedPage<Page>>();
  const clearOnNewDay = onNewDay(clock, () => cache.clear());
  const findCurrent = (key: string): CachedPage<Page> | undefined => {
    clearOnNewDay();
    const cached = cache.get(key);
    const isCurrent = cached?.stamp === events.stamp() && cached.release === publishing.inUse();
    return isCurrent ? cached : undefined;
  };
  return {
    find(key) {
      const cached = findCurrent(key);
      if (cached !== undefined) lookups.hits += 1;
      return cached?.rendering;
    },
    findRendered: (key) => findCurrent(key)?.page,
    async fill(key, render) {
      lookups.misses += 1;
      clearOnNewDay();
      // Read before rendering, so that a change during the rendering invalidates the page.
      const stamp = events.stamp();
      const release = publishing.inUse();
      const rendering = keepIfEqual(cache.get(key)?.rendering, render());
      const cached: CachedPage<Page> = { rendering, stamp, release };
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

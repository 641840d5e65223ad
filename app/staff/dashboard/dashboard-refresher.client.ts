import { QueryClient } from "@tanstack/react-query";

// spec §7: data-fetching defaults.
export const mostRetries = 3;
const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
export const cacheLifetimeMs = 5 * 60_000;

/** An answer that asking again would not change: the session is over, or may not. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: 401 | 403;

  constructor(status: 401 | 403) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** The one set-up of TanStack Query. Each screen makes its own: on the server, nothing may be kept from one person to the next. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < mostRetries && !(error instanceof RefusedError),
        retryDelay,
        staleTime: cacheLifetimeMs,
        // On the server it goes with the page that it was made for, and a timer would hold it for longer.
        gcTime: typeof window === "undefined" ? Number.POSITIVE_INFINITY : cacheLifetimeMs,
        // Whoever comes back to the tab gets the stream again, and with it everything anew.
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** How long to wait before the first, second, third retry. */
export function retryDelay(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
}

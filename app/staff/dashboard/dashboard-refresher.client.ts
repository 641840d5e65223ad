import { dashboardDataPath, type DashboardView } from "./dashboard-view.ts";

// spec §7: data-fetching defaults.
export const maxRetries = 3;
const firstRetryMs = 1_000;
const maxRetryMs = 30_000;
export const cacheLifetimeMs = 5 * 60_000;

/** A refusal that a retry would not change: the session has ended or lacks permission. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: 401 | 403;

  constructor(status: 401 | 403) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** Loads the dashboard in the background. `use-dashboard.ts` calls it when the change feed announces a change, such as a new lead. */
export type DashboardRefresher = {
  /** Loads it now, or again after the load in progress, whose data may be older than the change that was announced. */
  refresh(): void;
  stop(): void;
};

/** Runs one load at a time. A load that fails is retried; `onFailed` is called after the last retry. */
export function createDashboardRefresher({
  load = fetchDashboard,
  onLoaded,
  onFailed,
}: {
  load?: (signal: AbortSignal) => Promise<DashboardView>;
  onLoaded: (view: DashboardView) => void;
  onFailed: (error: unknown) => void;
}): DashboardRefresher {
  const stopped = new AbortController();
  let isLoading = false;
  let isRequested = false;

  async function run(): Promise<void> {
    while (isRequested && !stopped.signal.aborted) {
      isRequested = false;
      try {
        const view = await loadWithRetries(load, stopped.signal);
        if (!stopped.signal.aborted) onLoaded(view);
      } catch (error) {
        if (!stopped.signal.aborted) onFailed(error);
      }
    }
    isLoading = false;
  }

  return {
    refresh() {
      isRequested = true;
      if (isLoading) return;
      isLoading = true;
      void run();
    },
    stop: () => stopped.abort(),
  };
}

async function loadWithRetries(
  load: (signal: AbortSignal) => Promise<DashboardView>,
  signal: AbortSignal,
): Promise<DashboardView> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load(signal);
    } catch (error) {
      if (failures === maxRetries || error instanceof RefusedError || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, getRetryDelayMs(failures)));
    }
  }
}

export function getRetryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, maxRetryMs);
}

/** @throws RefusedError if a retry would not help */
async function fetchDashboard(signal: AbortSignal): Promise<DashboardView> {
  const response = await fetch(dashboardDataPath, { signal });
  if (response.status === 401 || response.status === 403) throw new RefusedError(response.status);
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return (await response.json()) as DashboardView; // the response of our own endpoint
}

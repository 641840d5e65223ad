import { useSyncExternalStore } from "react";

/** Whether the page has come alive: what works by scripting alone is shown from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

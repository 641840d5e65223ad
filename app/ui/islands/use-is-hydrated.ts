import { useSyncExternalStore } from "react";

/** Whether the page is hydrated. Elements that need scripting are displayed after that. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { withStorage } from "./form-drafts.client.ts";

/** The key in the session storage of the tab, as documented in docs/privacy.md. */
const storageKey = "staff-list";

const lists = [pages.today, pages.people];

/**
 * The URL of a list that a person can be opened from, with its filters and page. A search is omitted, because it can be a name.
 * @returns undefined for other screens
 */
export function toListPath(pathname: string, search: string): string | undefined {
  if (!lists.some(({ path }) => path === pathname)) return undefined;
  const params = new URLSearchParams(search);
  // The keys of a page refer to the rows that the search has found.
  if (params.has("search")) for (const name of ["search", "after", "before"]) params.delete(name);
  return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
}

/** Remembers the last displayed list of the tab. */
export function useRememberedList(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const path = toListPath(pathname, search);
    if (path !== undefined) withStorage((storage) => storage.setItem(storageKey, path));
  }, [pathname, search]);
}

/** Deletes the remembered list of the tab. */
export function forgetList(): void {
  withStorage((storage) => storage.removeItem(storageKey));
}

/** The list that a person was opened from, or that of all people. */
export function useListOfPerson(): { path: string; name: string } {
  const stored = useSyncExternalStore(subscribe, readList, () => null);
  const [pathname = "", search = ""] = (stored ?? "").split("?", 2);
  const path = toListPath(pathname, search) ?? pages.people.path;
  return { path, name: path.startsWith(pages.today.path) ? pages.today.title : pages.people.title };
}

/** The stored list changes only on other screens, so nothing has to be subscribed to. */
function subscribe(): () => void {
  return () => undefined;
}

function readList(): string | null {
  let stored: string | null = null;
  withStorage((storage) => {
    stored = storage.getItem(storageKey);
  });
  return stored;
}

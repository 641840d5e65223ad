import { pages } from "#app/pages/registry.ts";

/** The form for what a source cost. @param entry the id of an entry to change */
export function sourceSpendPath(entry?: string): string {
  const path = `${pages.sources.path}/spend`;
  return entry === undefined ? path : `${path}?${new URLSearchParams({ entry }).toString()}`;
}

/** The names of sources. @param show.name the name whose spellings are edited */
export function sourceNamesPath(show: { kind: "channel" | "campaign"; name?: string }): string {
  return `${pages.sources.path}/names?${new URLSearchParams(show).toString()}`;
}

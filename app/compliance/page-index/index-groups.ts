import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import type { Page, PageGroup } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";

export type IndexEntry = { path: string; title: string };
export type IndexGroup = { title: string; entries: IndexEntry[] };

const titles: readonly (readonly [PageGroup, string])[] = [
  ["main", "Main Website Pages"],
  ["blog", "Blog Articles"],
  ["regulatory", "Regulatory Documents"],
  ["tools", "Tools & Assessments"],
  ["system", "System Pages"],
];

/** A path that never has a page, to display the not-found page (specification section 2). */
const missingPage = { path: "/page-that-does-not-exist", title: pages.notFound.title };

/** The pages of the compliance index in their five groups (specification section 2). */
export function indexGroups(): IndexGroup[] {
  const known: readonly Page[] = [...registeredPages, ...listArticles()];
  return titles.map(([group, title]) => ({
    title,
    entries: [
      ...known
        .filter((page) => page.group === group)
        .map(({ path, title: ofPage, name = ofPage }) => ({ path, title: name })),
      ...(group === "system" ? [missingPage] : []),
    ],
  }));
}

/** The paths that *Print All* prints: all pages of the index except the index itself. */
export function printedPages(): IndexEntry[] {
  return indexGroups()
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => path !== pages.complianceDashboard.path);
}

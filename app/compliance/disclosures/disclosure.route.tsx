import type { Route } from "./+types/disclosure.route";
import { documentPageAt, documentPages } from "#app/pages/content-pages.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { breadcrumbData } from "#app/pages/structured-data.ts";
import { DisclosurePage } from "./disclosure-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const page = documentPageAt(location.pathname);
  const trail =
    page.path === documentPages.formAdvPart2aText.path ? [documentPages.formAdvPart2a, page] : [page];
  return [...pageMeta(page, matches), { "script:ld+json": breadcrumbData(siteUrlOf(matches), trail) }];
};

/** All regulatory documents as text: the address decides which. */
export default function Disclosure({ matches }: Route.ComponentProps) {
  return <DisclosurePage document={documentPageAt(matches.at(-1)?.pathname ?? "").document} />;
}

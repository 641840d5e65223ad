import type { Route } from "./+types/content-page.route";
import { contentPageAt } from "#app/pages/content-pages.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { contentPageData } from "./content-page-data.ts";
import { ContentPage } from "./content-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const page = contentPageAt(location.pathname);
  return [
    ...pageMeta(page, matches),
    ...contentPageData(page, siteUrlOf(matches)).map((data) => ({ "script:ld+json": data })),
  ];
};

/** All service pages and the page about the adviser: the address decides which. */
export default function ContentPageScreen({ matches }: Route.ComponentProps) {
  return <ContentPage page={contentPageAt(matches.at(-1)?.pathname ?? "").content} />;
}

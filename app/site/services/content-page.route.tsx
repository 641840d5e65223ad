import type { Route } from "./+types/content-page.route";
import { getContentPage } from "#app/pages/content-pages.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { findTaxFigures, useTaxFigures } from "#app/pages/tax-figures.ts";
import { contentPageData } from "./content-page-data.ts";
import { ContentPage } from "./content-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const page = getContentPage(location.pathname, findTaxFigures(matches));
  return [
    ...pageMeta(page, matches),
    { "script:ld+json": contentPageData(page.content, getSiteUrl(matches)) },
  ];
};

/** Renders every page in `content/pages/`. The path selects the page. */
export default function ContentPageScreen({ matches }: Route.ComponentProps) {
  const { content } = getContentPage(matches.at(-1)?.pathname ?? "", useTaxFigures());
  return <ContentPage page={content} />;
}

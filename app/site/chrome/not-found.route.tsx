import { data } from "react-router";
import type { Route } from "./+types/not-found.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { ArticleList } from "#app/site/articles/article-list.tsx";
import { listEntries } from "#app/site/articles/related.ts";
import { practice } from "#content/practice.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";

export const handle = { scripts: "none", shared: true, pixel: false } satisfies PageHandle;

/** The route matches every unknown path, so it sets the status explicitly. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.notFound, matches);

export default function NotFoundRoute() {
  const firstPages = [`/${practice.servicePageSlug}`, "/business-valuation", "/seven-steps", "/faqs"];
  return (
    <NotFoundScreen>
      <ArticleList entries={listEntries(firstPages)} />
    </NotFoundScreen>
  );
}

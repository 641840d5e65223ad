import type { Route } from "./+types/article-index.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { feedLink, pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { usePromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { ArticleIndexPage } from "./article-index-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta(pages.blog, matches), feedLink()];

/** The list of all articles. */
export default function ArticleIndex() {
  return <ArticleIndexPage promoted={usePromotedEvent()} />;
}

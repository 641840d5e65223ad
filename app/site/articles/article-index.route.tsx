import type { Route } from "./+types/article-index.route";
import { getArticleIndexPage } from "#app/pages/articles.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { feedLink, pageMeta } from "#app/pages/page-meta.ts";
import { usePromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { ArticleIndexPage } from "./article-index-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(getArticleIndexPage(), matches),
  feedLink(),
];

/** The list of all articles. */
export default function ArticleIndex() {
  return <ArticleIndexPage promoted={usePromotedEvent()} />;
}

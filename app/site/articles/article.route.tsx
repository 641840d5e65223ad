import type { Route } from "./+types/article.route";
import { getArticle } from "#app/pages/articles.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { feedLink, getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { usePromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { useTaxFigures } from "#app/pages/tax-figures.ts";
import { articleData, ArticlePage } from "./article-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const article = getArticle(location.pathname);
  return [
    ...pageMeta(article, matches),
    feedLink(),
    { "script:ld+json": articleData(article, getSiteUrl(matches)) },
  ];
};

/** Renders every article. The path selects the article. */
export default function ArticleScreen({ matches }: Route.ComponentProps) {
  const article = getArticle(matches.at(-1)?.pathname ?? "");
  const promoted = usePromotedEvent();
  const figures = useTaxFigures();
  return (
    <ArticlePage
      article={article}
      figures={figures}
      promoted={article.promotesEvent === true ? promoted : undefined}
    />
  );
}

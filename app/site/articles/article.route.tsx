import type { Route } from "./+types/article.route";
import { type Article, articleAt } from "#app/pages/articles.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { articleData } from "./article-data.ts";
import { ArticlePage } from "./article-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const article = articleFrom(location.pathname);
  return [
    ...pageMeta(article, matches),
    ...articleData(article, siteUrlOf(matches)).map((data) => ({ "script:ld+json": data })),
  ];
};

/** All articles: the address decides which. */
export default function ArticleScreen({ matches }: Route.ComponentProps) {
  return <ArticlePage article={articleFrom(matches.at(-1)?.pathname ?? "")} />;
}

function articleFrom(path: string): Article {
  const article = articleAt(path);
  // `routes.ts` has a route for each file, so this is a mistake of ours.
  if (article === undefined) throw new Error(`There is no article for the route ${path}`);
  return article;
}

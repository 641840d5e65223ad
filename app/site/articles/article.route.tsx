import type { Route } from "./+types/article.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { type Article, articleAt } from "#app/pages/articles.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { articleData } from "./article-data.ts";
import { ArticlePage } from "./article-page.tsx";
import type { PromotedEvent } from "./event-badge.tsx";

export const handle = { scripts: "none", shared: true, follows: "live-event" } satisfies PageHandle;

/** The live event, where the article announces it and it is still to come or under way. */
export function loader({ context, request }: Route.LoaderArgs): { promoted: PromotedEvent | undefined } {
  const standing = servicesOf(context).events.standing();
  const isPromoted = articleFrom(new URL(request.url).pathname).promotesEvent === true;
  if (!isPromoted || standing.phase === "none" || standing.phase === "past") return { promoted: undefined };
  const { phase, event } = standing;
  return { promoted: { phase, startsAt: event.startsAt, timeZone: event.timeZone } };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const article = articleFrom(location.pathname);
  return [
    ...pageMeta(article, matches),
    ...articleData(article, siteUrlOf(matches)).map((data) => ({ "script:ld+json": data })),
  ];
};

/** All articles: the address decides which. */
export default function ArticleScreen({ matches, loaderData }: Route.ComponentProps) {
  return <ArticlePage article={articleFrom(matches.at(-1)?.pathname ?? "")} promoted={loaderData.promoted} />;
}

function articleFrom(path: string): Article {
  const article = articleAt(path);
  // `routes.ts` has a route for each file, so this is a mistake of ours.
  if (article === undefined) throw new Error(`There is no article for the route ${path}`);
  return article;
}

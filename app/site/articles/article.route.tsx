import type { Route } from "./+types/article.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { getArticle } from "#app/pages/articles.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { articleData, ArticlePage } from "./article-page.tsx";
import type { PromotedEvent } from "./event-badge.tsx";

export const handle = { scripts: "none", shared: true, follows: "live-event" } satisfies PageHandle;

/** The live event, if the article announces it and the event is not over. */
export function loader({ context, request }: Route.LoaderArgs): { promoted: PromotedEvent | undefined } {
  const eventStatus = servicesOf(context).events.eventStatus();
  const isPromoted = getArticle(new URL(request.url).pathname).promotesEvent === true;
  if (!isPromoted || eventStatus.phase === "none" || eventStatus.phase === "past") {
    return { promoted: undefined };
  }
  const { phase, event } = eventStatus;
  return { promoted: { phase, startsAt: event.startsAt, timeZone: event.timeZone } };
}

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const article = getArticle(location.pathname);
  return [...pageMeta(article, matches), { "script:ld+json": articleData(article, getSiteUrl(matches)) }];
};

/** Renders every article. The path selects the article. */
export default function ArticleScreen({ matches, loaderData }: Route.ComponentProps) {
  return <ArticlePage article={getArticle(matches.at(-1)?.pathname ?? "")} promoted={loaderData.promoted} />;
}

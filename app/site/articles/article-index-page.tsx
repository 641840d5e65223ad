import type { ReactNode } from "react";
import { newestFirst, type Article, listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { feedPath } from "#app/pages/registry.ts";
import { monthOfYear } from "#app/platform/calendar/long-date.ts";
import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import { EventSlip } from "#app/site/live-event/event-slip.tsx";
import type { PromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { articleIndex } from "#content/pages/article-index.ts";
import { practice } from "#content/practice.ts";
import { PageHero } from "#app/site/page-hero/page-hero.tsx";
import "./article-index-page.css";

type Figure = Article["figure"];

/** The list of articles, newest first, with the guides after the newest article. */
export function ArticleIndexPage({ promoted }: { promoted?: PromotedEvent | undefined }) {
  const { note, headline, lead, guides, more, closing } = articleIndex;
  const [newest, ...others] = newestFirst(listArticles());
  return (
    <>
      <PageHero hero={{ headline, forWhom: note, lead }} />
      {newest === undefined ? null : <NewestArticle article={newest} promoted={promoted} />}
      <section className="wrap">
        <div className="row">
          <h2>
            <span>{guides.heading}</span>
          </h2>
          <p className="note">{guides.note}</p>
          <ul className="article-entries">
            {guides.items.map(({ path, kind, ...entry }) => (
              <Entry key={path} path={path} {...entry}>
                {`${kind} · ${reviewedIn(path)}`}
              </Entry>
            ))}
          </ul>
        </div>
      </section>
      <section className="wrap">
        <div className="row">
          <h2>
            <span>{more.heading}</span>
          </h2>
          <p className="note">
            <a className="screen-only" href={feedPath}>
              {more.feed}
            </a>
          </p>
          <ul className="article-entries">
            {others.map((article) => (
              <Entry key={article.path} {...article}>
                <Dates article={article} />
              </Entry>
            ))}
          </ul>
        </div>
      </section>
      <ClosingInvitation {...closing}>{null}</ClosingInvitation>
    </>
  );
}

function NewestArticle({ article, promoted }: { article: Article; promoted: PromotedEvent | undefined }) {
  const { path, title, summary, figure } = article;
  return (
    <section className="wrap" aria-labelledby="newest">
      <div className="row newest">
        <div className="newest-article">
          <div>
            <p className="small soft newest-label">{articleIndex.newest}</p>
            <h2 id="newest">
              <a href={path}>{title}</a>
            </h2>
            <p className="small soft">
              <Dates article={article} />
              <PrintedAddress path={path} />
            </p>
            <p className="newest-summary">{summary}</p>
            <p className="acts">
              <a className="btn" href={path}>
                {articleIndex.read}
                <span className="unseen">{`: ${title}`}</span>
              </a>
            </p>
          </div>
          <EntryFigure figure={figure} />
        </div>
        <EventSlip promoted={promoted} />
      </div>
    </section>
  );
}

function Entry({
  path,
  title,
  summary,
  figure,
  children,
}: {
  path: string;
  title: string;
  summary: string;
  figure: Figure;
  children: ReactNode;
}) {
  return (
    <li>
      <h3>
        <a href={path}>{title}</a>
      </h3>
      <p>{summary}</p>
      <p className="small soft">
        {children}
        <PrintedAddress path={path} />
      </p>
      <EntryFigure figure={figure} />
    </li>
  );
}

function PrintedAddress({ path }: { path: string }) {
  return <span className="on-paper">{` · ${practice.website}${path}`}</span>;
}

function EntryFigure({ figure: { shown, meaning } }: { figure: Figure }) {
  return (
    <p className="entry-figure">
      <b className="num">{shown}</b> <span>{meaning}</span>
    </p>
  );
}

/** “Tax · December 2024, updated November 2026 · 6 min read” */
function Dates({ article: { topic, published, modified, readingMinutes } }: { article: Article }) {
  return (
    <>
      {`${topic} · `}
      <time dateTime={published}>{monthOfYear(published)}</time>
      {", updated "}
      <time dateTime={modified}>{monthOfYear(modified)}</time>
      {readingMinutes === undefined ? null : ` · ${readingMinutes} min read`}
    </>
  );
}

/** @returns the month of the last substantial change of a page, for example “November 2026” */
function reviewedIn(path: string): string {
  const modified = registeredPages.find((page) => page.path === path)?.modified;
  if (modified === undefined) throw new Error(`The list of articles names ${path}, which has no date.`);
  return monthOfYear(modified);
}

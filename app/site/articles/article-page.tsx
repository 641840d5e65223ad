import { type Article, getArticleText } from "#app/pages/articles.ts";
import { Lines } from "#app/ui/numeral-heading.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { longDate } from "#app/platform/calendar/long-date.ts";
import type { ParsedArticle } from "#content/article-format/parse-article.ts";
import type { TaxFigures } from "#content/tax-facts.ts";
import { practice } from "#content/practice.ts";
import { InvitationBand } from "#app/pages/document/closing-invitation.tsx";
import { Contents } from "#app/pages/document/contents.tsx";
import { ArticleText } from "#app/site/article-components/article-text.tsx";
import { ArticleList } from "./article-list.tsx";
import type { PromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { EventBadge } from "#app/site/live-event/event-badge.tsx";
import { listEntries } from "./related.ts";
import { findShareImage } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { advisorData, practiceReference } from "#app/pages/structured-data.ts";
import "./article-page.css";

/** An article: facts and table of contents in the margin, the text with its notes, and related articles. */
export function ArticlePage({
  article,
  figures,
  promoted,
}: {
  article: Article;
  figures: TaxFigures;
  promoted?: PromotedEvent | undefined;
}) {
  const { tree, contents } = getArticleText(article.slug);
  const related = listEntries(article.related);
  return (
    <>
      <article className="wrap article">
        <nav className="crumbs" aria-label="Breadcrumb">
          <a href="/">Home</a> <span aria-hidden="true">/</span> <a href="/blog">Articles</a>
        </nav>
        <header>
          <h1>
            <Lines lines={article.title.split(/(?<=:) /)} />
          </h1>
        </header>
        <div className="prose">
          <ArticleFacts article={article} contents={contents} />
          {promoted === undefined ? null : <EventBadge {...promoted} />}
          <ArticleText tree={tree} figures={figures} />
        </div>
      </article>
      <section className="wrap screen-only">
        <div className="row">
          <h2>
            <span>Read next</span>
          </h2>
          <ArticleList entries={related} />
        </div>
      </section>
      <NextStep />
    </>
  );
}

function ArticleFacts({
  article: { published, dateShown, modified, readingMinutes },
  contents,
}: {
  article: Article;
  contents: ParsedArticle["contents"];
}) {
  return (
    <aside className="facts" aria-label="About this article">
      <ul>
        <li>
          <time dateTime={published}>{dateShown}</time>
        </li>
        {readingMinutes === undefined ? null : <li>{`${readingMinutes} min read`}</li>}
        <li>
          {"By "}
          <a href="/about">{practice.advisor.name}</a>
        </li>
        {modified === published ? null : (
          <li>
            {"Figures reviewed "}
            <time dateTime={modified}>{longDate(modified)}</time>
          </li>
        )}
        <li className="article-contents">
          <Contents label="In this article" sections={contents} />
        </li>
      </ul>
    </aside>
  );
}

function NextStep() {
  return (
    <InvitationBand
      heading="See how ready you are for a sale"
      note="The Pre-LOI Assessment: seven questions, three minutes, a score out of 21, and what to do next."
    >
      <a className="btn press" href={pages.assessment.path}>
        Take the assessment
      </a>
      <OutsideLink className="btn quiet" href={practice.schedulingUrl}>
        Or book a 30-minute call
      </OutsideLink>
      <span className="on-paper">{`: ${practice.website}${pages.assessment.path}. Or book a free call: ${practice.schedulingUrl}`}</span>
    </InvitationBand>
  );
}

/** Structured data of an article, with the eleven fields of specification section 2. */
export function articleData(article: Article, siteUrl: string): object {
  const url = siteUrl + article.path;
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: article.title,
    alternativeHeadline: article.alternativeTitle,
    image: siteUrl + findShareImage(article),
    author: advisorData(siteUrl),
    publisher: practiceReference(siteUrl),
    url,
    datePublished: article.published,
    dateModified: article.modified,
    description: article.description,
    keywords: article.keywords.join(", "),
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
  };
}

import type { Route } from "./+types/article-index.route";
import { articles } from "#app/pages/articles.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { feedLink, pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { ArticleList } from "./article-list.tsx";
import { entryOf } from "./related.ts";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [...pageMeta(pages.blog, matches), feedLink()];

/** The list of all articles. */
export default function ArticleIndex() {
  return (
    <div className="wrap">
      <div className="row article-index">
        <h1>
          <span className="count">{`${articles.length} `}</span>
          <span>articles for owners who may sell</span>
        </h1>
        <p className="note">
          {"Each teaches one thing, with its figures and their year. New ones by "}
          <a href="/blog/rss.xml">RSS</a>.
        </p>
        <ArticleList entries={articles.map(entryOf)} />
      </div>
    </div>
  );
}

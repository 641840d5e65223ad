import { ArticleList } from "./article-list.tsx";
import { listEntries } from "./related.ts";

/** The end of a page: pages and articles to read next. */
export function RelatedPages({ paths }: { paths: readonly string[] }) {
  return (
    <section className="wrap screen-only read-next">
      <div className="row">
        <h2>
          <span>Read next</span>
        </h2>
        <ArticleList entries={listEntries(paths)} />
      </div>
    </section>
  );
}

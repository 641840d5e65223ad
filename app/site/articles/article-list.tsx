import type { ReadingEntry } from "./related.ts";
import "./article-list.css";

/** A list of articles and pages, separated by rules. */
export function ArticleList({ entries }: { entries: readonly ReadingEntry[] }) {
  return (
    <ul className="reading text">
      {entries.map(({ path, title, aside }) => (
        <li key={path}>
          <a className="serif" href={path}>
            {title}
          </a>
          <span className="small soft">{aside}</span>
        </li>
      ))}
    </ul>
  );
}

import { Link } from "react-router";
import type { AnyList } from "./list-definition.ts";
import { listTexts } from "./list.messages.ts";
import { type ListState, listUrl } from "./list-url.ts";
import "./list-page.css";

/** Links to the other pages of a list. */
export function Pager({ list, state }: { list: AnyList; state: ListState }) {
  const { query, hasPrevious, hasNext, edges } = state;
  if (edges === undefined || !(hasPrevious || hasNext)) return null;
  return (
    <nav className="pager" aria-label={listTexts.pages}>
      {hasPrevious ? (
        <>
          <Link to={listUrl(list, query)}>{listTexts.first}</Link>
          <Link to={listUrl(list, query, { direction: "before", row: edges.first })} rel="prev">
            {listTexts.previous}
          </Link>
        </>
      ) : null}
      {hasNext ? (
        <Link to={listUrl(list, query, { direction: "after", row: edges.last })} rel="next">
          {listTexts.next}
        </Link>
      ) : null}
    </nav>
  );
}

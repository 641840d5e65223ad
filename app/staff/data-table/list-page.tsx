import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigation } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import {
  isNarrowed,
  isOnlySearched,
  listAddress,
  type ListQuery,
  type ListSpecification,
} from "./list-url.ts";
import { ListForm } from "./filter-form.tsx";
import { listTexts } from "./list.messages.ts";
import "./data-table.css";
import "./list-page.css";

/** What a page of a list tells of itself besides its rows. */
export type ListState = {
  query: ListQuery;
  problems: readonly string[];
  hasPrevious: boolean;
  hasNext: boolean;
  isLost: boolean;
  /** How many rows the page has. */
  count: number;
  /** Ids of the first and the last row of the page. */
  edges: { first: string; last: string } | undefined;
};

/** Id of a list's heading, which names its table as well. */
export const listHeading = "list-heading";

/**
 * A list with what narrows it down, its order and its pages, all in the address: it can be kept, sent and gone back to, and works
 * without scripting.
 */
export function ListFrame({
  list,
  rowsAre,
  state,
  empty,
  counted,
  actions,
  children,
}: {
  list: ListSpecification;
  /** What its rows are, e.g. “assessments”. */
  rowsAre: string;
  state: ListState;
  /** What is said where nothing was ever there. */
  empty: string;
  /** How many rows there are, where a list has other words for it than the usual ones. */
  counted?: string | undefined;
  /** What can be done with the whole list, e.g. its export. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { query, problems, isLost, edges } = state;
  const outcome = useOutcome(listAddress(list, query) + JSON.stringify(edges));
  const isSearch = isOnlySearched(list);
  const said = [...problems, ...(isLost ? [listTexts.lost] : [])];
  return (
    <section className="data-list list" aria-busy={useNavigation().state !== "idle"}>
      <h2 id={listHeading} className="unseen">
        {listTexts.heading(rowsAre)}
      </h2>
      {said.length === 0 ? null : <Alert text={said.join(" ")} />}
      <ListForm list={list} query={query} key={listAddress(list, query)} />
      {actions === undefined ? null : <div className="acts">{actions}</div>}
      {isSearch && !isNarrowed(query) ? (
        // Nothing was looked for yet, so there is nothing to count.
        <p className="empty" tabIndex={-1} ref={outcome}>
          {empty}
        </p>
      ) : (
        <>
          <p className="soft small outcome" tabIndex={-1} ref={outcome}>
            {counted ?? listTexts.shown(state.count, state.hasPrevious || state.hasNext)}
          </p>
          {edges === undefined ? <p className="empty">{emptyText(list, query, empty)}</p> : children}
        </>
      )}
      <Pager list={list} state={state} />
    </section>
  );
}

function emptyText(list: ListSpecification, query: ListQuery, empty: string): string {
  if (!isNarrowed(query)) return empty;
  return isOnlySearched(list) ? listTexts.nothingFound : listTexts.nothingFits;
}

/** Another page of rows, or others, take the focus to how many they are: what was pressed is gone, and nobody would hear of it. */
function useOutcome(shown: string) {
  const outcome = useRef<HTMLParagraphElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) outcome.current?.focus();
    before.current = shown;
  }, [shown]);
  return outcome;
}

function Pager({ list, state }: { list: ListSpecification; state: ListState }) {
  const { query, hasPrevious, hasNext, edges } = state;
  if (edges === undefined || !(hasPrevious || hasNext)) return null;
  const before = { direction: "before", row: edges.first } as const;
  const after = { direction: "after", row: edges.last } as const;
  return (
    <nav className="pager" aria-label={listTexts.pages}>
      {hasPrevious ? (
        <>
          <Link to={listAddress(list, query)}>{listTexts.first}</Link>
          <Link to={listAddress(list, query, { beyond: before })} rel="prev">
            {listTexts.previous}
          </Link>
        </>
      ) : null}
      {hasNext ? (
        <Link to={listAddress(list, query, { beyond: after })} rel="next">
          {listTexts.next}
        </Link>
      ) : null}
    </nav>
  );
}

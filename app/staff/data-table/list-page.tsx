import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { pages } from "#app/pages/registry.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { DataTable, type DisplayedList, type Selection } from "./data-table.tsx";
import { type ExportableList, ExportButtons } from "#app/staff/export-button/export-button.tsx";
import { FilterForm } from "./filter-form.tsx";
import { Pager } from "./pager.tsx";
import type { AnyList } from "./list-definition.ts";
import {
  isFiltered,
  isSearchOnly,
  type ListState,
  listUrl,
  type UrlQuery,
  urlParameters,
} from "./list-url.ts";
import { listTexts } from "./list.messages.ts";
import "./data-table.css";
import "./list-page.css";

const headingId = "list-heading";

/** The page of a list of leads: everything, with search, filters and export. */
export function LeadListPage<View extends { id: string | number }>({
  title,
  list,
  staff,
  canExport,
  ...page
}: {
  title: string;
  list: AnyList & DisplayedList<View> & ExportableList;
  state: ListState;
  views: readonly View[];
  staff: Staff;
  canExport: boolean;
}) {
  return (
    <>
      <StaffHeader title={title} staff={staff} />
      <ExportableListPage
        {...page}
        list={list}
        canExport={canExport}
        className="wrap"
        before={
          <p className="back-link">
            <Link to={pages.admin.path}>{listTexts.dashboard}</Link>
          </p>
        }
      />
    </>
  );
}

/** The main part of a page whose list can be exported with its filters. */
export function ExportableListPage<View extends { id: string | number }>({
  list,
  state,
  views,
  canExport,
  className,
  before,
}: {
  list: AnyList & DisplayedList<View> & ExportableList;
  state: ListState;
  views: readonly View[];
  canExport: boolean;
  className: string;
  /** Content above the list. */
  before: ReactNode;
}) {
  const { notices, post, close } = useNotices();
  const button = {
    list,
    query: urlParameters(list, state.query),
    disabled: state.edges === undefined,
    post,
  };
  const actions = <ExportButtons {...button} />;
  return (
    <>
      <main id="main" className={className}>
        {before}
        <ListSection list={list} state={state} views={views} actions={canExport ? actions : undefined} />
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}

/**
 * A list with its filters, sort order and pages. The URL contains all of them, so a list can be bookmarked and sent, and works without
 * scripting.
 */
export function ListSection<View extends { id: string | number }>({
  list,
  state,
  views,
  count = listTexts.count(state.count, state.hasPrevious || state.hasNext),
  actions,
  selection,
  wrapTable = (table) => table,
}: {
  list: AnyList & DisplayedList<View>;
  state: ListState;
  views: readonly View[];
  /** Replaces the number of rows. */
  count?: string | undefined;
  /** Actions on the whole list, such as its export. */
  actions?: ReactNode;
  /** Check boxes in front of the rows. */
  selection?: Selection<View> | undefined;
  /** Adds content around the table, such as a form. */
  wrapTable?: (table: ReactNode) => ReactNode;
}) {
  const { query, choices, problems, isLost, edges } = state;
  const url = listUrl(list, query);
  const alerts = [...problems, ...(isLost ? [listTexts.lost] : [])];
  return (
    <section className="data-list list" aria-busy={useNavigation().state !== "idle"}>
      <h2 id={headingId} className="unseen">
        {listTexts.heading(list.rows)}
      </h2>
      {alerts.length === 0 ? null : <Alert text={alerts.join(" ")} />}
      <FilterForm list={list} query={query} choices={choices} key={url} />
      {actions === undefined ? null : <div className="acts">{actions}</div>}
      <Outcome list={list} state={state} count={count} />
      {edges === undefined
        ? null
        : wrapTable(
            <DataTable
              labelledBy={headingId}
              list={list}
              views={views}
              sorting={{ current: query.sort, urlOf: (sort) => listUrl(list, { ...query, sort }) }}
              selection={selection}
            />,
          )}
      <Pager list={list} state={state} />
    </section>
  );
}

/** The number of rows, or the reason why the list is empty. Before a search, nothing is counted. */
function Outcome({ list, state, count }: { list: AnyList; state: ListState; count: string }) {
  const { query, edges } = state;
  const outcome = useOutcomeFocus(listUrl(list, query) + JSON.stringify(edges));
  if (isSearchOnly(list) && !isFiltered(query)) {
    return (
      <p className="empty" tabIndex={-1} ref={outcome}>
        {list.empty}
      </p>
    );
  }
  return (
    <>
      <p className="soft small outcome" tabIndex={-1} ref={outcome}>
        {count}
      </p>
      {edges === undefined ? <p className="empty">{emptyText(list, query)}</p> : null}
    </>
  );
}

function emptyText(list: AnyList, query: UrlQuery): string {
  if (!isFiltered(query)) return list.empty;
  return isSearchOnly(list) ? listTexts.noSearchMatch : listTexts.noMatch;
}

/**
 * Moves the focus to the number of rows when a navigation displays other rows. The pressed link is gone, and screen readers would not announce
 * the change. New rows without a navigation leave the focus, and so do the headings that sort the rows, because they remain.
 */
function useOutcomeFocus(shown: string) {
  const { key } = useLocation();
  const outcome = useRef<HTMLParagraphElement>(null);
  const before = useRef({ key, shown });
  useEffect(() => {
    const { current } = before;
    before.current = { key, shown };
    if (current.key === key || current.shown === shown) return;
    const isKept = document.activeElement?.matches(".alert, thead a") === true;
    if (!isKept) outcome.current?.focus();
  }, [key, shown]);
  return outcome;
}

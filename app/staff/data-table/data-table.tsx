import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListColumn } from "./list-definition.ts";
import { listTexts } from "./list.messages.ts";
import "#app/ui/skip-link.css";
import "./data-table.css";
import "./data-table-blocks.css";

/** The parts of a definition that the table needs. */
export type DisplayedList<View> = { rows: string; columns: readonly ListColumn<never, View>[] };

/** The current sort order, and the URL of another one. */
export type Sorting = { current: string; urlOf: (sort: string) => string };

/** A check box in front of each row, as a field of a form elsewhere on the page. */
export type Selection<View> = {
  formId: string;
  field: string;
  /** Heading of the column, for screen readers. */
  heading: string;
  label: (view: View) => string;
  value: (view: View) => string;
  /** Whether the box is checked at first. */
  isSelected: (view: View) => boolean;
};

/**
 * The rows of a list. The first cell of each row is its heading. On narrow screens a row becomes a block: its heading, badge and date, then
 * the other cells with their labels. The table never scrolls sideways. Rows can contain several links, so a skip link leads past the table.
 */
export function DataTable<View extends { id: string | number }>({
  labelledBy,
  list,
  views,
  sorting,
  selection,
}: {
  /** Id of the heading above the table. */
  labelledBy: string;
  list: DisplayedList<View>;
  views: readonly View[];
  sorting?: Sorting;
  selection?: Selection<View> | undefined;
}) {
  const columns = list.columns.flatMap(({ cell, ...column }) =>
    cell === undefined ? [] : { ...column, cell },
  );
  const end = `${labelledBy}-end`;
  return (
    <>
      <a className="skip-link past" href={`#${end}`}>
        {listTexts.skip(list.rows)}
      </a>
      <table aria-labelledby={labelledBy}>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className="pick">
                <span className="unseen">{selection.heading}</span>
              </th>
            )}
            {columns.map((column) => (
              <ColumnHeading column={column} sorting={sorting} key={column.label} />
            ))}
          </tr>
        </thead>
        <tbody>
          {views.map((view) => (
            <tr key={view.id}>
              {selection === undefined ? null : (
                <td className="pick">
                  <PickBox selection={selection} view={view} />
                </td>
              )}
              {columns.map((column, index) => (
                <Cell column={column} view={view} isHeading={index === 0} key={column.label} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="end" id={end} tabIndex={-1}>
        {listTexts.end(list.rows)}
      </p>
    </>
  );
}

/** The heading of a column. The first press of a link sorts by the column, and the second one reverses the order. */
function ColumnHeading({
  column: { label, holds, isSecondary, sorts },
  sorting,
}: {
  column: Pick<ListColumn<never, never>, "label" | "holds" | "isSecondary" | "sorts">;
  sorting: Sorting | undefined;
}) {
  const className = joinNames([holds === "num" ? "num" : undefined, isSecondary && "secondary"]);
  if (sorts === undefined || sorting === undefined) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  }
  const { first, ...orders } = sorts;
  const second = first === "ascending" ? "descending" : "ascending";
  const current = ([first, second] as const).find((direction) => orders[direction] === sorting.current);
  return (
    <th scope="col" className={className} aria-sort={current}>
      <Link to={sorting.urlOf(orders[current === first ? second : first])} preventScrollReset>
        {label}
      </Link>
    </th>
  );
}

function PickBox<View>({ selection, view }: { selection: Selection<View>; view: View }) {
  const { formId, field, label, value, isSelected } = selection;
  return (
    <label>
      <span className="unseen">{label(view)}</span>
      <input
        type="checkbox"
        form={formId}
        name={field}
        value={value(view)}
        defaultChecked={isSelected(view)}
      />
    </label>
  );
}

function joinNames(names: readonly (string | false | undefined)[]): string | undefined {
  const given = names.filter((each) => each !== undefined && each !== false);
  return given.length === 0 ? undefined : given.join(" ");
}

function Cell<View>({
  column: { label, cell, holds, beside, isMissing, isSecondary },
  view,
  isHeading,
}: {
  column: ListColumn<never, View> & { cell: (view: View) => ReactNode };
  view: View;
  isHeading: boolean;
}) {
  const isEmpty = isMissing?.(view) === true;
  const className = joinNames([holds, beside, isEmpty && "missing", isSecondary && "secondary"]);
  return isHeading ? (
    <th scope="row" className={className}>
      {cell(view)}
    </th>
  ) : (
    <td className={className} data-column={label}>
      {cell(view)}
    </td>
  );
}

/** An email address that wraps after the “@” if it is too long for its column. */
export function EmailAddress({ email }: { email: string }) {
  const host = email.lastIndexOf("@") + 1;
  return (
    <>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </>
  );
}

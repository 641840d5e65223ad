/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the roles of a table that is displayed as blocks, so they are explicit */
import type { ReactNode } from "react";
import type { ListColumn } from "./list-definition.ts";
import { listTexts } from "./list.messages.ts";
import "#app/ui/skip-link.css";
import "./data-table.css";
import "./data-table-blocks.css";

/** The parts of a definition that the table needs. */
export type DisplayedList<View> = { rows: string; columns: readonly ListColumn<never, View>[] };

/**
 * The rows of a list. The first cell of each row is its heading. On narrow screens a row becomes a block: its heading, badge and date, then
 * the other cells with their labels. The table never scrolls sideways. Rows can contain several links, so a skip link leads past the table.
 */
export function DataTable<View extends { id: string | number }>({
  labelledBy,
  list,
  views,
}: {
  /** Id of the heading above the table. */
  labelledBy: string;
  list: DisplayedList<View>;
  views: readonly View[];
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
      <table role="table" aria-labelledby={labelledBy}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label }) => (
              <th scope="col" role="columnheader" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {views.map((view) => (
            <tr role="row" key={view.id}>
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

function Cell<View>({
  column: { label, cell, holds, beside, isMissing },
  view,
  isHeading,
}: {
  column: ListColumn<never, View> & { cell: (view: View) => ReactNode };
  view: View;
  isHeading: boolean;
}) {
  const missing = isMissing?.(view) === true ? "missing" : undefined;
  const classNames = [holds, beside, missing].filter((each) => each !== undefined).join(" ");
  const className = classNames === "" ? undefined : classNames;
  return isHeading ? (
    <th scope="row" role="rowheader" className={className}>
      {cell(view)}
    </th>
  ) : (
    <td role="cell" className={className} data-column={label}>
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

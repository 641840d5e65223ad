/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a browser can take its roles away from a table that is drawn as blocks, so they are said */
import type { ReactNode } from "react";
import { listTexts } from "./list.messages.ts";
import "#app/ui/skip-link.css";
import "./data-table.css";
import "./data-table-blocks.css";

/** A column of a ledger, and how its cells are made of a row. */
export type ListTableColumn<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** What it holds: figures on one line, a telephone number, what somebody wrote, or an address that may break anywhere. */
  holds?: "num" | "tel" | "prose" | "address";
  /** Where a row is a block: beside what heads it, as its badge or its date. Without it: below, after the name of the column. */
  beside?: "badge" | "date";
  /** Whether a row has nothing there and only says so: then it is quieter, and takes no line where a row is a block. */
  lacks?: (row: Row) => boolean;
};

/**
 * A table of a ledger; the first cell of each row is its heading. Where there is no room for columns, a row becomes a block: who,
 * how it stands and when, and the rest below. It never scrolls sideways. Since each row can have three stops of the keyboard, a link
 * leads past them all.
 */
export function ListTable<Row extends { id: string | number }>({
  labelledBy,
  rowsAre,
  columns,
  rows,
}: {
  /** Id of the heading above it. */
  labelledBy: string;
  /** What its rows are, e.g. “assessments”. */
  rowsAre: string;
  columns: readonly ListTableColumn<Row>[];
  rows: readonly Row[];
}) {
  const end = `${labelledBy}-end`;
  return (
    <>
      <a className="skip-link past" href={`#${end}`}>
        {listTexts.past(rowsAre)}
      </a>
      <table role="table" aria-labelledby={labelledBy}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name }) => (
              <th scope="col" role="columnheader" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row" key={row.id}>
              {columns.map((column, at) => (
                <LedgerCell column={column} row={row} isHeading={at === 0} key={column.name} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="end" id={end} tabIndex={-1}>
        {listTexts.end(rowsAre)}
      </p>
    </>
  );
}

function LedgerCell<Row>({
  column: { name, cell, holds, beside, lacks },
  row,
  isHeading,
}: {
  column: ListTableColumn<Row>;
  row: Row;
  isHeading: boolean;
}) {
  const lacking = lacks?.(row) === true ? "lacking" : undefined;
  const classNames = [holds, beside, lacking].filter((each) => each !== undefined).join(" ");
  const className = classNames === "" ? undefined : classNames;
  return isHeading ? (
    <th scope="row" role="rowheader" className={className}>
      {cell(row)}
    </th>
  ) : (
    <td role="cell" className={className} data-column={name}>
      {cell(row)}
    </td>
  );
}

/** An e-mail address in a cell. One that is too long for its column goes on after the “@”, not in the middle of a word. */
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

import type { ReactNode } from "react";
import "./folding-table.css";

type Column = {
  label: string;
  /** The column consists of figures, which align at the right. */
  figures?: boolean;
};

export type FoldingRow = {
  key: string;
  /** One per column. The first is the header of the row. */
  cells: readonly ReactNode[];
  /** The header of the row without markup, for comparisons. */
  label?: string;
  /** A line above a sum, and a double line below a total. */
  kind?: "sum" | "total";
};

/** A table whose rows become labeled blocks on narrow screens, unless its columns fit there. */
export function FoldingTable({
  caption,
  hideCaption = false,
  isCompact = false,
  isComparison = false,
  columns,
  rows,
  note,
}: {
  caption: string;
  /** If a heading beside the table already says what it shows. */
  hideCaption?: boolean;
  /** If the columns consist of a few short figures and fit on a phone, where they can be compared only side by side. */
  isCompact?: boolean;
  /** If the columns are alternatives, which narrow screens display one below the other. At most eight rows. */
  isComparison?: boolean;
  columns: readonly Column[];
  rows: readonly FoldingRow[];
  note?: ReactNode;
}) {
  return (
    <figure className="table">
      <table
        className={
          isCompact ? "compact num" : `folding num ${layoutOf(columns)}${isComparison ? " by-column" : ""}`
        }
      >
        <caption className={hideCaption ? "unseen" : "caption"}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, figures }) => (
              <th scope="col" key={label} className={figures === true ? "figures" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      {note === undefined ? null : <figcaption>{note}</figcaption>}
    </figure>
  );
}

/** How a folded row is set: in one line, with words below an amount, or with one cell below the other. */
function layoutOf([, ...columns]: readonly Column[]): string {
  const [first, second, third] = columns.map(({ figures }) => figures === true);
  if (second === undefined) return "pair";
  if (first === true && !second && third === undefined) return "mixed amounts";
  return columns.every(({ figures }) => figures) ? "figures-only" : "mixed";
}

function Row({
  row: { cells, kind, label: rowLabel },
  columns,
}: {
  row: FoldingRow;
  columns: readonly Column[];
}) {
  const [header, ...rest] = cells;
  return (
    <tr className={kind}>
      <th scope="row">{header}</th>
      {rest.map((cell, index) => {
        const { label = "", figures } = columns[index + 1] ?? {};
        return (
          // The style sheet prints the label in folded rows.
          <td key={label} data-label={rowLabel ?? label} className={figures === true ? "figures" : undefined}>
            {/* Markup is one item of the grid of a folded row. */}
            {typeof cell === "string" ? cell : <div>{cell}</div>}
          </td>
        );
      })}
    </tr>
  );
}

import type { DataTable as Table } from "#content/document-schema.ts";
import { InlineText } from "./inline-text.tsx";
import "./data-table.css";

/** A table of text and figures. The first cell of each row is its header, and columns of figures are right-aligned. */
export function DataTable({ table: { caption, columns, rows, note } }: { table: Table }) {
  const isFigures = columns.map((_, column) =>
    rows.every((row) => /\d/.test(row[column] ?? "") && (row[column] ?? "").length < 16),
  );
  const alignment = (column: number): string | undefined =>
    column > 0 && isFigures[column] === true ? "figures" : undefined;
  return (
    <figure className="table">
      {/* Not a caption element, because that would scroll out of view with the table. */}
      <p className="caption">{caption}</p>
      <div className="sideways" tabIndex={0} role="region" aria-label={caption}>
        <table className="num">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={alignment(index)}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.join("|")}>
                {row.map((cell, index) =>
                  index === 0 ? (
                    <th key={columns[index]} scope="row">
                      <InlineText text={cell} />
                    </th>
                  ) : (
                    <td key={columns[index]} className={alignment(index)}>
                      <InlineText text={cell} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note === undefined ? null : (
        <figcaption>
          <InlineText text={note} />
        </figcaption>
      )}
    </figure>
  );
}

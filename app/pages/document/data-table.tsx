import { FoldingTable } from "#app/ui/folding-table/folding-table.tsx";
import type { DataTable as Table } from "#content/document-schema.ts";
import { InlineText } from "./inline-text.tsx";

/** A table of `content/`. Columns of figures are right-aligned, and a row in bold is a sum. */
export function DataTable({ table: { caption, columns, rows, note } }: { table: Table }) {
  return (
    <FoldingTable
      caption={caption}
      isCompact={isCompact(columns.length, rows)}
      columns={columns.map((label, column) => ({ label, figures: column > 0 && hasFigures(rows, column) }))}
      rows={rows.map((row) => ({
        key: row.join("|"),
        cells: row.map((cell) => <InlineText key={cell} text={cell} />),
        ...(/^\*\*.*\*\*$/.test(row[0] ?? "") ? { kind: "sum" as const } : {}),
      }))}
      {...(note === undefined ? {} : { note: <InlineText text={note} /> })}
    />
  );
}

/** Whether a phone has room for all columns: two or three columns of figures of at most ten characters. */
function isCompact(columnCount: number, rows: Table["rows"]): boolean {
  if (columnCount < 3 || columnCount > 4) return false;
  return rows.every((row) =>
    row.slice(1).every((cell) => /\d/.test(cell) && cell.replaceAll("*", "").length <= 10),
  );
}

function hasFigures(rows: Table["rows"], column: number): boolean {
  return rows.every((row) => /\d/.test(row[column] ?? "") && (row[column] ?? "").length < 16);
}

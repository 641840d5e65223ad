import { FoldingTable } from "#app/ui/folding-table/folding-table.tsx";
import type { DataTable as Table } from "#content/document-schema.ts";
import { InlineText } from "./inline-text.tsx";

/** A table of `content/`. Columns of figures are right-aligned, and a row in bold is a sum. */
export function DataTable({ table: { caption, columns, rows, note } }: { table: Table }) {
  return (
    <FoldingTable
      caption={caption}
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

function hasFigures(rows: Table["rows"], column: number): boolean {
  return rows.every((row) => /\d/.test(row[column] ?? "") && (row[column] ?? "").length < 16);
}

import type { ReactNode } from "react";
import { FoldingTable } from "#app/ui/folding-table/folding-table.tsx";
import type { DataTable as Table } from "#content/document-schema.ts";
import { InlineText } from "./inline-text.tsx";
import { hasMarkup } from "./text-pieces.ts";

/** A table of `content/`. Columns of figures are right-aligned, and a row in bold is a sum. */
export function DataTable({
  table: { caption, columns, rows, note, isCompact, isComparison },
  hideCaption = false,
}: {
  table: Table;
  /** If the line above the table already says what it shows. */
  hideCaption?: boolean;
}) {
  return (
    <FoldingTable
      caption={caption}
      hideCaption={hideCaption}
      isCompact={isCompact ?? fitsOnPhone(columns.length, rows)}
      isComparison={isComparison ?? false}
      columns={columns.map((label, column) => ({ label, figures: column > 0 && hasFigures(rows, column) }))}
      rows={rows.map((row) => {
        const isSum = boldCell.test(row[0] ?? "");
        return {
          key: row.join("|"),
          // A sum is bold by its style.
          cells: row.map((cell) => cellContent(isSum ? cell.replace(boldCell, "$1") : cell)),
          ...(isComparison === true ? { label: (row[0] ?? "").replaceAll("*", "") } : {}),
          ...(isSum ? { kind: "sum" as const } : {}),
        };
      })}
      {...(note === undefined ? {} : { note: <InlineText text={note} /> })}
    />
  );
}

const boldCell = /^\*\*([^*]+)\*\*$/;

function cellContent(cell: string): ReactNode {
  return hasMarkup(cell) ? <InlineText text={cell} /> : cell;
}

/** The longest figure in tables of three and of four columns that fit on a phone, in characters. */
const maxFigureLength: Partial<Record<number, number>> = { 3: 10, 4: 8 };

/** Whether a phone has room for all columns. */
function fitsOnPhone(columnCount: number, rows: Table["rows"]): boolean {
  const maxLength = maxFigureLength[columnCount];
  if (maxLength === undefined) return false;
  const figures = rows.flatMap((row) => row.slice(1));
  return figures.every((cell) => /\d/.test(cell) && cell.replaceAll("*", "").length <= maxLength);
}

function hasFigures(rows: Table["rows"], column: number): boolean {
  return rows.every((row) => /\d/.test(row[column] ?? "") && (row[column] ?? "").length <= 16);
}

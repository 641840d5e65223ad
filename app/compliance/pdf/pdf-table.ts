import type { DataTable } from "#content/document-schema.ts";
import { heightOf, type Strip } from "./page-breaks.ts";
import type { Pen, Place, Structure } from "./pdf-pen.server.ts";
import { ink, pale, sheet, type Style, styles } from "./pdf-styles.ts";
import { textStrips } from "./pdf-text.ts";
import { type Line, widthOf } from "./text-lines.ts";

const body: Style = styles.table;
const head: Style = { ...body, bold: true };
const gap = 14;
const padding = 3.5;
const below = 6;

/** A column: its position, and its cells starting with the header. */
type Column = { x: number; width: number; cells: readonly string[] };

/** A table with its caption and note. It is kept on one page if possible; otherwise its header is repeated on the next page. */
export function tableStrips(pen: Pen, root: Structure, table: DataTable): Strip[] {
  const element = pen.element(root, "Table");
  const caption = textStrips(pen, pen.element(element, "Caption"), table.caption, { style: head, above: 12 });
  const rows = rowStrips(pen, element, columnsOf(pen, table));
  const note =
    table.note === undefined
      ? []
      : textStrips(pen, pen.element(root, "P"), table.note, { style: styles.small, above: 5 });
  const isWhole = heightOf([...caption, ...rows, ...note]) <= sheet.bottom - sheet.top;
  const strips = [
    ...caption.map((strip) => ({ ...strip, keepWithNext: true })),
    ...rows.map((strip, index) => {
      const isLast = index === rows.length - 1;
      // Keeps the header with the first row, and the last rows with the note.
      const isKeptWithNext = isWhole || index === 0 || index === rows.length - 2;
      return { ...strip, keepWithNext: isLast ? note.length > 0 : isKeptWithNext };
    }),
    ...note,
  ];
  const last = strips.pop();
  return last === undefined ? [] : [...strips, { ...last, height: last.height + below }];
}

/** Distributes the width in proportion to the longest cell of each column. */
function columnsOf(pen: Pen, { columns, rows }: DataTable): Column[] {
  const wanted = columns.map((title, index) => {
    const cells = [title, ...rows.map((row) => row[index] ?? "")];
    const widths = cells.flatMap((cell) => pen.lines(cell, head, Infinity).map(widthOf));
    return { cells, width: Math.max(...widths) };
  });
  const all = wanted.reduce((sum, { width }) => sum + width, 0);
  const share = (sheet.right - sheet.left - gap * (columns.length - 1)) / all;
  let x: number = sheet.left;
  return wanted.map(({ cells, width }) => {
    const place = { x, width: width * share, cells };
    x += place.width + gap;
    return place;
  });
}

type Cell = { element: Structure; lines: readonly Line[]; x: number };

function rowStrips(pen: Pen, table: Structure, columns: readonly Column[]): Strip[] {
  const count = columns[0]?.cells.length ?? 0;
  const rows = Array.from({ length: count }, (_, index) => rowOf(pen, table, columns, index));
  const [first] = rows;
  if (first === undefined) return [];
  const { height, cells } = first;
  // A repeated header is an artifact, so it is read aloud only once.
  const repeated = {
    height,
    draw: (top: number) =>
      drawRow(pen, { top, height, style: head }, cells, (_, line, place) => pen.writeArtifact(line, place)),
  };
  return rows.map((row, index) => {
    const style = index === 0 ? head : body;
    const strip: Strip = {
      above: index === 0 ? 3 : 0,
      height: row.height,
      draw: (top) => drawRow(pen, { top, height: row.height, style }, row.cells, pen.write),
    };
    return index === 0 ? strip : { ...strip, repeated };
  });
}

function rowOf(pen: Pen, table: Structure, columns: readonly Column[], index: number) {
  const element = pen.element(table, "TR");
  const isHead = index === 0;
  const cells = columns.map(({ x, width, cells: words }, column): Cell => {
    const scope = isHead ? "Column" : "Row";
    return {
      element: isHead || column === 0 ? pen.element(element, "TH", scope) : pen.element(element, "TD"),
      lines: pen.lines(words[index] ?? "", isHead ? head : body, width),
      x,
    };
  });
  const lines = Math.max(...cells.map((cell) => cell.lines.length));
  return { cells, height: lines * body.leading + padding * 2 };
}

function drawRow(
  pen: Pen,
  { top, height, style }: { top: number; height: number; style: Style },
  cells: readonly Cell[],
  write: (element: Structure, line: Line, place: Place) => void,
): void {
  for (const { element, lines, x } of cells) {
    lines.forEach((line, index) =>
      write(element, line, { x, top: top + padding + index * style.leading, style }),
    );
  }
  pen.rule(top + height, style === head ? ink : pale);
}

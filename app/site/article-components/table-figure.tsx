import { Children, type ComponentProps, isValidElement, type ReactElement, type ReactNode } from "react";
import { FoldingTable } from "#app/ui/folding-table/folding-table.tsx";

type Cell = ReactElement<ComponentProps<"td">>;

/** A Markdown table with its caption. Columns that Markdown aligns at the right contain figures. */
export function TableFigure({
  caption,
  note,
  children,
}: {
  caption: string;
  note?: string | undefined;
  children?: ReactNode;
}) {
  const [head = [], ...body] = elementsOf(children)
    .flatMap(rowsOf)
    // The cells are `th` and `td` elements, which have the same properties.
    .map((row) => elementsOf(row) as Cell[]);
  return (
    <FoldingTable
      caption={caption}
      columns={head.map(({ props }) => ({
        label: typeof props.children === "string" ? props.children : "",
        figures: props.style?.textAlign === "right",
      }))}
      rows={body.map((cells, index) => ({
        key: String(index),
        cells: cells.map(({ props }) => props.children),
      }))}
      {...(note === undefined ? {} : { note })}
    />
  );
}

type Parent = ReactElement<{ children?: ReactNode }>;

function elementsOf(node: ReactNode): Parent[] {
  // A Markdown table contains only elements with children, and line breaks.
  return Children.toArray(isValidElement(node) ? (node as Parent).props.children : node).filter(
    (child): child is Parent => isValidElement(child),
  );
}

/** The rows in the head and the body of a table. */
function rowsOf(table: Parent): Parent[] {
  return table.type === "tr" ? [table] : elementsOf(table).flatMap(rowsOf);
}

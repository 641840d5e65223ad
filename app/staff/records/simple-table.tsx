import type { ReactNode } from "react";
import { ColumnHeaders, RowHeader, Table, TableBody, TableCell, TableRow } from "#app/ui/table/table.tsx";

/** A short table. On narrow screens each row becomes a block with labels. The first cell of each row is its heading. */
export function SimpleTable({
  labelledBy,
  columns,
  rows,
}: {
  labelledBy: string;
  columns: readonly string[];
  rows: readonly { id: number; cells: readonly ReactNode[] }[];
}) {
  return (
    <Table aria-labelledby={labelledBy}>
      <ColumnHeaders labels={columns} />
      <TableBody>
        {rows.map(({ id, cells: [heading, ...cells] }) => (
          <TableRow key={id}>
            <RowHeader>{heading}</RowHeader>
            {cells.map((cell, index) => (
              <TableCell
                data-column={columns[index + 1]}
                className={cell === "" ? "missing" : undefined}
                key={index}
              >
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

import type { ReactNode } from "react";
import { ColumnHeaders } from "#app/ui/table/column-headers.tsx";

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
    <table aria-labelledby={labelledBy}>
      <ColumnHeaders labels={columns} />
      <tbody>
        {rows.map(({ id, cells: [heading, ...cells] }) => (
          <tr key={id}>
            <th scope="row">{heading}</th>
            {cells.map((cell, index) => (
              <td
                data-column={columns[index + 1]}
                className={cell === "" ? "missing" : undefined}
                key={index}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop the roles of a table that is displayed as blocks, so they are explicit */
import type { ReactNode } from "react";

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
    <table role="table" aria-labelledby={labelledBy}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((label) => (
            <th scope="col" role="columnheader" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ id, cells: [heading, ...cells] }) => (
          <tr role="row" key={id}>
            <th scope="row" role="rowheader">
              {heading}
            </th>
            {cells.map((cell, index) => (
              <td
                role="cell"
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

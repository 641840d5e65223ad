import type { ReactNode } from "react";
import "./ledger.css";

/** A table of a ledger. On a narrow screen it scrolls sideways, so the keyboard has to reach it. */
export function LedgerTable({
  labelledBy,
  columns,
  children,
}: {
  /** Id of the heading above it. */
  labelledBy: string;
  columns: readonly string[];
  /** Rows; the first cell of each is its heading: `<th scope="row">`. */
  children: ReactNode;
}) {
  return (
    <div className="scroll" role="region" aria-labelledby={labelledBy} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** An e-mail address in a cell. One that is too long for its column goes on after the “@”, not in the middle of a word. */
export function EmailAddress({ email }: { email: string }) {
  const host = email.lastIndexOf("@") + 1;
  return (
    <>
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </>
  );
}

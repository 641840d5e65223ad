import { Link } from "react-router";
import { EmailAddress, LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import { listHeading } from "#app/staff/lists/list-frame.tsx";
import { ShownMoment } from "#app/staff/lists/shown-moment.tsx";
import { heldPath } from "./quarantine-list.ts";
import type { HeldRow } from "./quarantine-view.server.ts";

const columns = ["Name", "Email", "Form", "Why", "State", "Received"] as const;

export function QuarantineTable({ rows }: { rows: readonly HeldRow[] }) {
  return (
    <LedgerTable labelledBy={listHeading} columns={columns}>
      {rows.map(({ id, name, email, form, reason, isReleased, state, received }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={heldPath(id)}>{name}</Link>
          </th>
          <td>
            <EmailAddress email={email} />
          </td>
          <td>{form}</td>
          <td>{reason}</td>
          <td>
            <span className={isReleased ? "tag high" : "tag low"}>{state}</span>
          </td>
          <td className="num">
            <ShownMoment moment={received} />
          </td>
        </tr>
      ))}
    </LedgerTable>
  );
}

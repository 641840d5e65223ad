import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import { listHeading } from "#app/staff/lists/list-frame.tsx";
import type { AuditRow } from "./audit-view.ts";

const columns = ["When", "What", "About", "Details", "From"] as const;

export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <LedgerTable labelledBy={listHeading} columns={columns}>
      {rows.map(({ id, at, iso, sentence, subject, details, from }) => (
        <tr key={id}>
          <th scope="row" className="num">
            <time dateTime={iso}>{at}</time>
          </th>
          <td>{sentence}</td>
          <td>
            {subject === undefined ? null : (
              <Link
                to={`${pages.auditLog.path}?about=${encodeURIComponent(subject.value)}`}
                title={subject.value}
              >
                {subject.label}
              </Link>
            )}
          </td>
          <td className="details">
            {details.map(([name, value]) => (
              <span key={name}>
                <span className="soft">{name}:</span> {value}
              </span>
            ))}
          </td>
          <td>{from}</td>
        </tr>
      ))}
    </LedgerTable>
  );
}

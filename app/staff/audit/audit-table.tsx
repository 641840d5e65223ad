import { Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { exportedRows } from "#app/staff/data-table/exports.messages.ts";
import { type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import type { AuditRow } from "./audit-view.ts";

const columns: readonly ListTableColumn<AuditRow>[] = [
  { name: "When", cell: ({ iso, at }) => <time dateTime={iso}>{at}</time>, holds: "num" },
  { name: "What", cell: ({ sentence }) => sentence },
  { name: "About", cell: ({ subject }) => (subject === undefined ? null : <About subject={subject} />) },
  { name: "Details", cell: ({ details }) => <Details details={details} />, holds: "prose" },
  { name: "IP Address", cell: ({ from }) => from, holds: "address" },
];

export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return <ListTable labelledBy={listHeading} rowsAre={exportedRows.audit} columns={columns} rows={rows} />;
}

function About({ subject: { value, label } }: { subject: NonNullable<AuditRow["subject"]> }) {
  return (
    <Link to={`${pages.auditLog.path}?about=${encodeURIComponent(value)}`} title={value}>
      {label}
    </Link>
  );
}

function Details({ details }: Pick<AuditRow, "details">) {
  if (details.length === 0) return null;
  return (
    <span className="details">
      {details.map(([name, value]) => (
        <span key={name}>
          <span className="soft">{name}:</span> {value}
        </span>
      ))}
    </span>
  );
}

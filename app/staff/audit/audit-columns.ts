import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import type { CsvColumn } from "#app/platform/csv.ts";
import { auditRow } from "./audit-view.ts";

// The columns of the audit log as a file, for people and for machines.

export const auditColumns: readonly CsvColumn<AuditLine>[] = [
  { heading: "Number", valueOf: (row) => row.id },
  { heading: "When", valueOf: (row) => auditRow(row).at },
  { heading: "What", valueOf: (row) => auditRow(row).sentence },
  { heading: "About", valueOf: (row) => row.subject ?? "" },
  { heading: "Details", valueOf: detailsOf },
  { heading: "IP Address", valueOf: (row) => row.clientAddress ?? "" },
];

export const rawAuditColumns: readonly CsvColumn<AuditLine>[] = [
  { heading: "id", valueOf: (row) => row.id },
  { heading: "at", valueOf: (row) => row.at.toISOString() },
  { heading: "action", valueOf: (row) => row.action },
  { heading: "actor_kind", valueOf: (row) => row.actorKind },
  { heading: "actor_id", valueOf: (row) => row.actorId ?? "" },
  { heading: "actor_email", valueOf: (row) => row.actorEmail ?? "" },
  { heading: "subject", valueOf: (row) => row.subject ?? "" },
  { heading: "details", valueOf: (row) => JSON.stringify(row.details) },
  { heading: "client_address", valueOf: (row) => row.clientAddress ?? "" },
];

function detailsOf(row: AuditLine): string {
  return auditRow(row)
    .details.map(([name, value]) => `${name}: ${value}`)
    .join("; ");
}

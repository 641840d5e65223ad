import { Link } from "react-router";
import { EmailAddress, type LedgerColumn, LedgerTable } from "#app/staff/data-table/data-table.tsx";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { heldPath } from "./quarantine-list.ts";
import { quarantineTexts } from "./quarantine.messages.ts";
import type { HeldRow } from "./quarantine-view.server.ts";

const columns: readonly LedgerColumn<HeldRow>[] = [
  { name: "Name", cell: ({ id, name }) => <Link to={heldPath(id)}>{name}</Link> },
  { name: "Email", cell: ({ email }) => <EmailAddress email={email} /> },
  { name: "Form", cell: ({ form }) => form },
  { name: "Why", cell: ({ reason }) => reason },
  {
    name: "State",
    cell: ({ isReleased, state }) => <span className={isReleased ? "tag high" : "tag low"}>{state}</span>,
    beside: "badge",
  },
  {
    name: "Received",
    cell: ({ received }) => <ShownMoment moment={received} />,
    holds: "num",
    beside: "date",
  },
];

export function QuarantineTable({ rows }: { rows: readonly HeldRow[] }) {
  return (
    <LedgerTable labelledBy={listHeading} rowsAre={quarantineTexts.rows} columns={columns} rows={rows} />
  );
}

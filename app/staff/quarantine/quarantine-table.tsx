import { Link } from "react-router";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { quarantinedPath } from "./quarantine-list.ts";
import { quarantineTexts } from "./quarantine.messages.ts";
import type { QuarantineRow } from "./quarantine-view.server.ts";

const columns: readonly ListTableColumn<QuarantineRow>[] = [
  { name: "Name", cell: ({ id, name }) => <Link to={quarantinedPath(id)}>{name}</Link> },
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

export function QuarantineTable({ rows }: { rows: readonly QuarantineRow[] }) {
  return <ListTable labelledBy={listHeading} rowsAre={quarantineTexts.rows} columns={columns} rows={rows} />;
}

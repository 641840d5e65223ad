import { Link } from "react-router";
import { canExportLeads } from "#app/identity/accounts/permissions.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import type { Moment } from "#app/staff/time/describe-moment.ts";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { csvDate } from "./csv-columns.ts";
import { EmailAddress } from "./data-table.tsx";

// Columns and cells that the lists of leads share.

export const leadExport = {
  permission: canExportLeads,
  actions: { started: "leads-export-begun", ended: "leads-exported" },
  isOnDashboard: true,
} as const;

export const leadSearch = { label: "Search", hint: "Name, email or phone" };

type Lead = { id: string; name: string; email: string };

export const nameColumn = {
  label: "Name",
  cell: ({ id, name }: Lead) => <Link to={personPath(id)}>{name}</Link>,
  csv: ({ name }: Lead) => name,
};

export const emailColumn = {
  label: "Email",
  cell: ({ email }: Lead) => <EmailAddress email={email} />,
  csv: ({ email }: Lead) => email,
};

export const dateColumn = {
  label: "Date",
  cell: ({ received }: { received: Moment }) => <ShownMoment moment={received} />,
  holds: "num",
  beside: "date",
  csv: ({ createdAt }: { createdAt: Date }) => csvDate(createdAt),
} as const;

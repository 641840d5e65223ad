import { Link } from "react-router";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import type { ListedSubmission, QuarantineQuery } from "#app/intake/quarantine/list-quarantined.server.ts";
import { pages } from "#app/pages/registry.ts";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { sortTexts } from "#app/staff/data-table/list.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { practice } from "#content/practice.ts";
import { quarantinedPath } from "#app/staff/paths/quarantine-path.ts";
import { formNames, reasonNames } from "#app/intake/quarantine/quarantine-names.messages.ts";
import { describeState, quarantineTexts, stateNames } from "./quarantine.messages.ts";

export const quarantineList = defineList<ListedSubmission, QuarantineQuery>()({
  name: "quarantine",
  path: pages.quarantine.path,
  permission: canViewLeads,
  row: quarantineTexts.row,
  rows: quarantineTexts.rows,
  empty: quarantineTexts.empty,
  search: { label: "Sender", hint: "A name or an email address, or a part of one" },
  hasDays: true,
  filters: {
    state: {
      label: "Status",
      choices: stateNames,
    },
    reason: {
      label: "Why",
      choices: reasonNames,
    },
  },
  sorts: sortTexts,
  view: (submission: ListedSubmission, now: Date) => ({
    id: submission.id,
    // A link needs a text.
    name: submission.name.trim() === "" ? "No name" : submission.name,
    email: submission.email,
    form: formNames[submission.form],
    reason: reasonNames[submission.reason],
    ...describeState(submission),
    received: describeMoment(submission.receivedAt, now, practice.timeZone),
  }),
  columns: [
    { label: "Name", cell: ({ id, name }) => <Link to={quarantinedPath(id)}>{name}</Link> },
    { label: "Email", cell: ({ email }) => <EmailAddress email={email} /> },
    { label: "Form", cell: ({ form }) => form },
    { label: "Why", cell: ({ reason }) => reason },
    {
      label: "Status",
      cell: ({ isReleased, state }) => <span className={isReleased ? "tag high" : "tag low"}>{state}</span>,
      beside: "badge",
    },
    {
      label: "Received",
      cell: ({ received }) => <ShownMoment moment={received} />,
      holds: "num",
      beside: "date",
    },
  ],
});

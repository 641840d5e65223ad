import { Link } from "react-router";
import type { Signup } from "#app/events/lists/list-signups.server.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { personPath } from "#app/staff/paths/person-path.ts";
import { practice } from "#content/practice.ts";
import { columnsOf, missing } from "./leads.messages.ts";
import { rowNames } from "#app/staff/data-table/export-lists.ts";
import { LongText } from "#app/ui/long-text.tsx";

/** A row of the signups table. What was not given says so. */
export type SignupRow = {
  id: string;
  name: string;
  email: string;
  phone: string;
  questions: string;
  topics: string;
  received: Moment;
};

export function signupRow(signup: Signup, now: Date): SignupRow {
  const { id, name, email, phone, questions, topics, createdAt } = signup;
  return {
    id,
    name,
    email,
    phone: phone ?? missing.phone,
    questions: questions ?? missing.questions,
    topics: topics ?? missing.topics,
    received: describeMoment(createdAt, now, practice.timeZone),
  };
}

const [name, email, phone, questions, topics, date] = columnsOf.signups;

const columns: readonly ListTableColumn<SignupRow>[] = [
  { name, cell: (row) => <Link to={personPath(row.id)}>{row.name}</Link> },
  { name: email, cell: (row) => <EmailAddress email={row.email} /> },
  { name: phone, cell: (row) => row.phone, holds: "tel", lacks: (row) => row.phone === missing.phone },
  {
    name: questions,
    cell: (row) => <LongText text={row.questions} />,
    holds: "prose",
    lacks: (row) => row.questions === missing.questions,
  },
  {
    name: topics,
    cell: (row) => <LongText text={row.topics} />,
    holds: "prose",
    lacks: (row) => row.topics === missing.topics,
  },
  { name: date, cell: (row) => <ShownMoment moment={row.received} />, holds: "num", beside: "date" },
];

/** Signups for live events, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function SignupsTable({ labelledBy, rows }: { labelledBy: string; rows: readonly SignupRow[] }) {
  return <ListTable labelledBy={labelledBy} rowsAre={rowNames.signups} columns={columns} rows={rows} />;
}

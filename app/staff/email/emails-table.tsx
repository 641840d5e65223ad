import { Link } from "react-router";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { emailPath } from "./email-list.ts";
import type { EmailRow } from "./email-view.ts";

const columns: readonly ListTableColumn<EmailRow>[] = [
  {
    name: "Letter",
    cell: ({ id, kind, recipient }) => (
      <Link to={emailPath(id)}>
        {kind}
        <span className="unseen"> to {recipient}</span>
      </Link>
    ),
  },
  { name: "To", cell: ({ recipient }) => <EmailAddress email={recipient} /> },
  {
    name: "State",
    cell: ({ badge }) => <span className={`tag ${badge.tone}`}>{badge.label}</span>,
    beside: "badge",
  },
  { name: "Attempts", cell: ({ attempts }) => attempts, holds: "num" },
  { name: "Last reply", cell: ({ lastReply }) => <Reply words={lastReply} /> },
  {
    name: "Date",
    cell: ({ written: { iso, exact, short } }) => (
      <time dateTime={iso} title={exact}>
        {short}
      </time>
    ),
    holds: "num",
    beside: "date",
  },
];

export function LettersTable({ rows }: { rows: readonly EmailRow[] }) {
  return <ListTable labelledBy={listHeading} rowsAre="letters" columns={columns} rows={rows} />;
}

/** What the mail server said last: its beginning, and all of it on the letter’s own page. */
function Reply({ words }: { words: string }) {
  return words === "" ? null : (
    <span className="reply" title={words}>
      {words}
    </span>
  );
}

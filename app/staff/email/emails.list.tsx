import { Link } from "react-router";
import { getEmailLabel } from "#app/email/definition/email-kinds.ts";
import type { EmailQuery, ListedEmail } from "#app/email/outbox/list-emails.server.ts";
import { describeUndeliverable } from "#app/email/bounces/undeliverable.messages.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { sortTexts } from "#app/staff/data-table/list.messages.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { emailPath } from "#app/staff/paths/email-paths.ts";
import { emailStateNames } from "#app/email/outbox/email-states.messages.ts";
import { emailsTexts, stateTones } from "./emails.messages.ts";

export const emailList = defineList<ListedEmail, EmailQuery>()({
  name: "letters",
  path: pages.letters.path,
  permission: canViewLeads,
  row: "email",
  rows: "emails",
  empty: emailsTexts.empty,
  search: { label: "Recipient", hint: "An email address, or a part of one" },
  hasDays: true,
  filters: {
    state: { label: "Status", choices: emailStateNames },
    // Depends on the permissions of the reader.
    kind: { label: "Email", choices: "loaded", isId: true },
  },
  sorts: sortTexts,
  view: (
    { id, kind, recipient, subject, state, attempts, lastReply, createdAt, undeliverableSince }: ListedEmail,
    now: Date,
  ) => ({
    undeliverable: undeliverableSince === null ? null : describeUndeliverable(undeliverableSince),
    id,
    kind: getEmailLabel(kind),
    recipient,
    subject,
    state,
    attempts,
    lastReply: lastReply ?? "",
    created: describeMoment(createdAt, now, practice.timeZone),
  }),
  columns: [
    {
      label: "Email",
      cell: ({ id, kind, recipient, subject }) => (
        <>
          <Link to={emailPath(id)}>
            {kind}
            <span className="unseen"> to {recipient}</span>
          </Link>
          {subject === null ? null : <small className="email-subject">{subject}</small>}
        </>
      ),
    },
    {
      label: "To",
      cell: ({ recipient, undeliverable }) => (
        <>
          <EmailAddress email={recipient} />
          {undeliverable === null ? null : <small className="undeliverable-since">{undeliverable}</small>}
        </>
      ),
    },
    {
      label: "Status",
      cell: ({ state }) => <span className={`tag ${stateTones[state]}`}>{emailStateNames[state]}</span>,
      beside: "badge",
    },
    { label: "Attempts", cell: ({ attempts }) => attempts, holds: "num" },
    {
      label: "Last reply",
      // Truncated by the style sheet. The page of the email shows the whole reply.
      cell: ({ lastReply }) =>
        lastReply === "" ? null : (
          <span className="reply" title={lastReply}>
            {lastReply}
          </span>
        ),
    },
    {
      label: "Date",
      cell: ({ created: { iso, exact, short } }) => (
        <time dateTime={iso} title={exact}>
          {short}
        </time>
      ),
      holds: "num",
      beside: "date",
    },
  ],
});

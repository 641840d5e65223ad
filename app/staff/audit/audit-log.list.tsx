import { Link } from "react-router";
import { type AuditAction, auditActions } from "#app/audit/audit-action.ts";
import { capitalizedPhrase } from "#app/audit/audit-action.messages.ts";
import type { AuditLine } from "#app/audit/list-audit-events.server.ts";
import type { AuditLogQuery } from "#app/audit/list-audit-log.server.ts";
import { canExportAudit, canReadAudit } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { type Choices, defineList } from "#app/staff/data-table/list-definition.ts";
import { type ListUrl, readListUrl } from "#app/staff/data-table/list-url.ts";
import { sortTexts } from "#app/staff/data-table/list.messages.ts";
import { auditTexts } from "./audit-log.messages.ts";
import { subjectsIn } from "./audit-subject.ts";
import type { AuditRow } from "./audit-view.server.ts";

const actionChoices = Object.fromEntries(
  auditActions.map((action) => [action, capitalizedPhrase(action)]),
  // Every action is a key.
) as Choices<AuditAction>;

/** An event with its description (`audit-log.list.server.ts`). */
export type DescribedLine = AuditLine & { words: AuditRow };

export const auditLogList = defineList<DescribedLine, AuditLogQuery>()({
  name: "audit",
  path: pages.auditLog.path,
  permission: canReadAudit,
  row: "audit log entry",
  rows: "audit log entries",
  empty: auditTexts.empty,
  hasDays: true,
  filters: {
    action: { label: "What", choices: actionChoices },
    who: { label: "Who", hint: auditTexts.whoHint, maxLength: maximumLength.email },
    about: { label: "About", hint: auditTexts.aboutHint, maxLength: 200 },
  },
  sorts: sortTexts,
  view: ({ words }) => words,
  columns: [
    { label: "Number", csv: ({ id }) => id },
    {
      label: "When",
      cell: ({ iso, at }) => <time dateTime={iso}>{at}</time>,
      holds: "num",
      csv: ({ words }) => words.at,
    },
    { label: "What", cell: ({ sentence }) => sentence, csv: ({ words }) => words.sentence },
    {
      label: "About",
      cell: ({ subject }) => (subject === undefined ? null : <About subject={subject} />),
      csv: ({ subject }) => subject ?? "",
    },
    {
      label: "Details",
      cell: ({ details }) => <Details details={details} />,
      holds: "prose",
      csv: ({ words }) => words.details.map(([name, value]) => `${name}: ${value}`).join("; "),
    },
    {
      label: "IP Address",
      cell: ({ from }) => from,
      holds: "address",
      csv: ({ clientAddress }) => clientAddress ?? "",
    },
  ],
  export: {
    permission: canExportAudit,
    actions: { started: "audit-export-begun", ended: "audit-exported" },
    filePrefix: "audit-log-",
    emptyMessage: "No audit log entries to export.",
  },
});

/** Reads the query of the page. An invalid subject is ignored and not recorded, because it may be a name or an email address. */
export function readAuditUrl(params: URLSearchParams): ListUrl<AuditLogQuery> {
  const url = readListUrl(auditLogList, params);
  const { about, ...query } = url.query;
  if (about === undefined || subjectsIn(about) !== undefined) return url;
  return { ...url, query, problems: [...url.problems, auditTexts.aboutLeftOut(shorten(about))] };
}

/** Hints for an empty result: “Who” matches whole email addresses only. */
export function hintsFor({ who }: AuditLogQuery, isEmpty: boolean): readonly string[] {
  const isAddress = who !== undefined && !["shell", "visitor", "nobody"].includes(who);
  return isEmpty && isAddress ? [auditTexts.wholeAddress] : [];
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

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

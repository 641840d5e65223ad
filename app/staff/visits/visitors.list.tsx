import { Link } from "react-router";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { dateColumn, leadExport } from "#app/staff/data-table/lead-columns.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { missingTexts, sortTexts } from "#app/staff/data-table/list.messages.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import type { Visitor, VisitorQuery } from "#app/tracking/lists/list-visitors.server.ts";
import { directSource } from "#app/tracking/lists/visit-types.ts";
import { practice } from "#content/practice.ts";

const classTags = { unsure: "Perhaps a bot", machine: "Bot" } as const;

/** Specification sections 2, 7 and 8. */
export const visitorList = defineList<Visitor, VisitorQuery>()({
  name: "visitors",
  path: pages.visitorList.path,
  permission: canViewLeads,
  row: "visitor",
  rows: "visitors",
  empty: "No visitor data found. Visitor tracking is ready but no data has been captured yet.",
  search: { label: "Search", hint: "Name or email, among visitors who gave one" },
  hasDays: true,
  filters: {
    source: { label: "Source", maxLength: 500, hint: "As displayed in the list, for example Direct" },
    class: {
      label: "Visitor",
      choices: {
        person: "A person",
        unsure: "Perhaps a bot",
        machine: "A bot",
      },
    },
  },
  sorts: sortTexts,
  view: (visitor: Visitor, now: Date) => ({
    id: visitor.id,
    // The last name can be empty.
    name: `${visitor.firstName} ${visitor.lastName}`.trim(),
    email: visitor.email,
    source: visitor.source ?? directSource,
    ipAddress: visitor.ipAddress ?? missingTexts.ipAddress,
    /** The row of the person's form. Null for an anonymous visit. */
    leadId: visitor.leadId,
    trafficClass: visitor.trafficClass,
    received: describeMoment(visitor.createdAt, now, practice.timeZone),
  }),
  columns: [
    { label: "Name", cell: (visit) => <VisitName visit={visit} /> },
    { label: "First Name", csv: ({ firstName }) => firstName },
    { label: "Last Name", csv: ({ lastName }) => lastName },
    { label: "Email", cell: (visit) => <VisitEmail visit={visit} />, csv: ({ email }) => email },
    {
      label: "Source",
      cell: ({ source }) => source,
      holds: "address",
      csv: ({ source }) => source ?? directSource,
    },
    {
      label: "IP Address",
      cell: ({ ipAddress }) => ipAddress,
      holds: "address",
      csv: ({ ipAddress }) => ipAddress ?? missingTexts.ipAddress,
    },
    { label: "User Agent", csv: ({ userAgent }) => userAgent ?? "" },
    dateColumn,
  ],
  export: {
    ...leadExport,
    filePrefix: "visitors-",
    exported: (records) => `Exported ${records} visitor records to CSV.`,
    emptyMessage: "No visitor data to export.",
  },
});

type Visit = Pick<Visitor, "id" | "email" | "leadId" | "trafficClass"> & { name: string };

/** Leads to the person, or to the events of an anonymous visit. */
function VisitName({ visit: { id, name, leadId, trafficClass } }: { visit: Visit }) {
  const path = leadId === null ? `${pages.trackingList.path}?visit=${id}&sort=oldest` : personPath(leadId);
  return (
    <>
      <Link to={path}>{name}</Link>
      {trafficClass === "person" ? null : (
        <>
          {" "}
          <span className={`tag ${trafficClass}`}>{classTags[trafficClass]}</span>
        </>
      )}
    </>
  );
}

/** The email address of an anonymous visit is generated. */
function VisitEmail({ visit: { leadId, email } }: { visit: Visit }) {
  const address = <EmailAddress email={email} />;
  return leadId === null ? <span className="generated">{address}</span> : address;
}

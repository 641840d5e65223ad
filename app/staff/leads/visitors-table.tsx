import { Link } from "react-router";
import { directSource, type TrafficClass } from "#app/leads/lists/list-queries.ts";
import type { Visitor } from "#app/leads/lists/list-visitors.server.ts";
import { describeMoment, type Moment } from "#app/staff/dashboard/describe-moment.ts";
import { pages } from "#app/pages/registry.ts";
import { EmailAddress, LedgerTable } from "#app/staff/lists/ledger-table.tsx";
import { ShownMoment } from "#app/staff/lists/shown-moment.tsx";
import { personPath } from "#app/staff/people/person-path.ts";
import { practice } from "#content/practice.ts";
import { columnsOf, missing, trafficTags } from "./leads.messages.ts";

/** A row of the visitors table. What is not known says so. */
export type VisitorRow = {
  id: string;
  name: string;
  email: string;
  source: string;
  ipAddress: string;
  /** The row by which the person is known; null of an anonymous visit. */
  leadId: string | null;
  trafficClass: TrafficClass;
  received: Moment;
};

export function visitorRow(visitor: Visitor, now: Date): VisitorRow {
  const { id, firstName, lastName, email, source, ipAddress, leadId, trafficClass, createdAt } = visitor;
  return {
    id,
    // Somebody can have one word for a name.
    name: `${firstName} ${lastName}`.trim(),
    email,
    source: source ?? directSource,
    ipAddress: ipAddress ?? missing.ipAddress,
    leadId,
    trafficClass,
    received: describeMoment(createdAt, now, practice.timeZone),
  };
}

/** Visits, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function VisitorsTable({ labelledBy, rows }: { labelledBy: string; rows: readonly VisitorRow[] }) {
  return (
    <LedgerTable labelledBy={labelledBy} columns={columnsOf.visitors}>
      {rows.map((row) => (
        <VisitorLine row={row} key={row.id} />
      ))}
    </LedgerTable>
  );
}

/** What an anonymous visitor read. */
function eventsOfVisit(id: string): string {
  return `${pages.trackingList.path}?visit=${id}&sort=oldest`;
}

function VisitorLine({ row }: { row: VisitorRow }) {
  const { trafficClass } = row;
  return (
    <tr>
      <th scope="row">
        <Link to={row.leadId === null ? eventsOfVisit(row.id) : personPath(row.leadId)}>{row.name}</Link>
        {trafficClass === "person" ? null : (
          <>
            {" "}
            <span className={`tag ${trafficClass}`}>{trafficTags[trafficClass]}</span>
          </>
        )}
      </th>
      <td className={row.leadId === null ? "generated" : undefined}>
        <EmailAddress email={row.email} />
      </td>
      <td className="address">{row.source}</td>
      <td className="num">{row.ipAddress}</td>
      <td className="num">
        <ShownMoment moment={row.received} />
      </td>
    </tr>
  );
}

import { Link } from "react-router";
import { directSource } from "#app/tracking/lists/visit-query.ts";
import type { TrafficClass } from "#app/tracking/lists/visit-query.ts";
import type { Visitor } from "#app/tracking/lists/list-visitors.server.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { pages } from "#app/pages/registry.ts";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { personPath } from "#app/staff/paths/person-path.ts";
import { practice } from "#content/practice.ts";
import { columnsOf, missing, trafficTags } from "./leads.messages.ts";
import { rowNames } from "#app/staff/data-table/export-lists.ts";

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

const [name, email, source, ipAddress, date] = columnsOf.visitors;

const columns: readonly ListTableColumn<VisitorRow>[] = [
  { name, cell: (row) => <Visit row={row} /> },
  { name: email, cell: (row) => <VisitAddress row={row} /> },
  { name: source, cell: (row) => row.source, holds: "address" },
  { name: ipAddress, cell: (row) => row.ipAddress, holds: "address" },
  { name: date, cell: (row) => <ShownMoment moment={row.received} />, holds: "num", beside: "date" },
];

/** Visits, a row for each (specification section 2). @param labelledBy id of the heading above it */
export function VisitorsTable({ labelledBy, rows }: { labelledBy: string; rows: readonly VisitorRow[] }) {
  return <ListTable labelledBy={labelledBy} rowsAre={rowNames.visitors} columns={columns} rows={rows} />;
}

/** What an anonymous visitor read. */
function eventsOfVisit(id: string): string {
  return `${pages.trackingList.path}?visit=${id}&sort=oldest`;
}

function Visit({ row: { id, name: who, leadId, trafficClass } }: { row: VisitorRow }) {
  return (
    <>
      <Link to={leadId === null ? eventsOfVisit(id) : personPath(leadId)}>{who}</Link>
      {trafficClass === "person" ? null : (
        <>
          {" "}
          <span className={`tag ${trafficClass}`}>{trafficTags[trafficClass]}</span>
        </>
      )}
    </>
  );
}

/** Of an anonymous visit an address that a program has made up. */
function VisitAddress({ row: { leadId, email: address } }: { row: VisitorRow }) {
  const shown = <EmailAddress email={address} />;
  return leadId === null ? <span className="generated">{shown}</span> : shown;
}

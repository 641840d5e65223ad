import { shortDate } from "#app/platform/calendar/long-date.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { incidentKindNames, incidentStateNames } from "#app/compliance/incidents/incident.messages.ts";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import { exportPages } from "#app/compliance/site-export/export-file.ts";
import type { IncidentNotesTable, IncidentsTable, IncidentState } from "#app/data/schema/incidents.ts";
import type {
  LegalHoldReleasesTable,
  LegalHoldsTable,
  PromoterRecordsTable,
  RegulatoryFilingsTable,
} from "#app/data/schema/regulatory-records.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { documentNames, promoterKindNames } from "./records.messages.ts";

/** The rows of each register in the order of their entry. */
export type Registers = {
  filings: readonly Omit<RegulatoryFilingsTable, "id">[];
  promoters: readonly Omit<PromoterRecordsTable, "id">[];
  legalHolds: readonly (Omit<LegalHoldsTable, "id"> & Release)[];
  /** Undefined if the reader may not see them. */
  incidents?: readonly (Omit<IncidentsTable, "id" | "revision" | "state"> & {
    state: IncidentState;
    notes: readonly IncidentNotesTable[];
  })[];
};

/** The release of a legal hold, or nulls. */
type Release = {
  [Name in "releasedAt" | "releasedBy"]: LegalHoldReleasesTable[Name] | null;
} & { releaseReason: string | null };

/** The registers of the firm, for reading in a browser without a server. */
export function renderRegistersPage(registers: Registers, exportedAt: Date): string {
  const page = <RegistersPage registers={registers} exportedAt={exportedAt} />;
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function RegistersPage({ registers, exportedAt }: { registers: Registers; exportedAt: Date }) {
  const { filings, promoters, legalHolds, incidents } = registers;
  return (
    <ExportDocument title={`${practice.firmName}: registers`}>
      <p>
        <a href={exportPages.index}>All pages of this export</a>
      </p>
      <p>{`Everything that the firm had entered until ${formatTime(exportedAt)}, in the order of entry.`}</p>
      <Register
        title="Filings"
        about="Each date of a version is the latest that was entered and not withdrawn since."
        rows={filings}
        columns={{
          Document: ({ document }) => documentNames[document],
          "Version date": ({ versionOn }) => formatDay(versionOn),
          Filed: ({ filedOn, withdrawsFiling }) => formatDay(filedOn, withdrawsFiling),
          Posted: ({ postedOn, withdrawsPosting }) => formatDay(postedOn, withdrawsPosting),
          Delivered: ({ deliveredOn, withdrawsDelivery }) => formatDay(deliveredOn, withdrawsDelivery),
          "Inaccurate since": ({ inaccurateOn, withdrawsInaccuracy }) =>
            formatDay(inaccurateOn, withdrawsInaccuracy),
          Note: ({ note }) => note ?? "",
          Entered: formatEntered,
        }}
      />
      <Register
        title="Testimonials and promoters"
        rows={promoters}
        columns={{
          Kind: ({ kind }) => promoterKindNames[kind],
          Name: ({ name }) => name,
          Agreed: ({ agreedOn }) => formatDay(agreedOn),
          Compensation: ({ compensation }) => compensation,
          Disclosed: ({ disclosedOn }) => formatDay(disclosedOn),
          Evidence: ({ evidenceUrl }) => evidenceUrl ?? "",
          Note: ({ note }) => note ?? "",
          Entered: formatEntered,
        }}
      />
      <Register
        title="Legal holds"
        rows={legalHolds}
        columns={{
          Reason: ({ reason }) => reason,
          Placed: ({ placedAt, placedBy }) => `${placedBy}, ${formatTime(placedAt)}`,
          Released: ({ releasedAt, releasedBy, releaseReason }) =>
            releasedAt === null ? "" : `${releasedBy}, ${formatTime(releasedAt)}. ${releaseReason}`,
        }}
      />
      {incidents === undefined ? null : (
        <Register
          title="Complaints and incidents"
          rows={incidents}
          columns={{
            Kind: ({ kind }) => incidentKindNames[kind],
            Discovered: ({ discoveredOn }) => formatDay(discoveredOn),
            Description: ({ description }) => description,
            Status: ({ state }) => incidentStateNames[state],
            Notes: ({ notes }) =>
              notes
                .map(
                  ({ notedBy, notedAt, state, note }) =>
                    `${notedBy}, ${formatTime(notedAt)}, ${incidentStateNames[state]}: ${note}`,
                )
                .join("\n"),
            Opened: ({ openedBy, openedAt }) => `${openedBy}, ${formatTime(openedAt)}`,
          }}
        />
      )}
    </ExportDocument>
  );
}

/** A table of a register. @param props.columns what each column contains, by its heading */
function Register<Row>({
  title,
  about,
  rows,
  columns,
}: {
  title: string;
  about?: string;
  rows: readonly Row[];
  columns: Readonly<Record<string, (row: Row) => string>>;
}) {
  return (
    <section>
      <h2>{title}</h2>
      {about === undefined || rows.length === 0 ? null : <p>{about}</p>}
      {rows.length === 0 ? (
        <p>No entries.</p>
      ) : (
        <ExportTable columns={Object.keys(columns)}>
          {rows.map((row, index) => (
            <tr key={index}>
              {Object.entries(columns).map(([name, read]) => (
                <td key={name}>{read(row)}</td>
              ))}
            </tr>
          ))}
        </ExportTable>
      )}
    </section>
  );
}

function formatEntered({ enteredBy, enteredAt }: { enteredBy: string; enteredAt: Date }): string {
  return `${enteredBy}, ${formatTime(enteredAt)}`;
}

function formatTime(moment: Date): string {
  return momentIn(practice.timeZone, moment);
}

/** @param day like 2026-03-31 @param isWithdrawn whether the entry withdraws the day of an earlier one */
function formatDay(day: string | null, isWithdrawn = false): string {
  if (isWithdrawn) return "Withdrawn";
  return day === null ? "" : shortDate(day);
}

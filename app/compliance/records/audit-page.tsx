import { renderToStaticMarkup } from "react-dom/server";
import { auditActions } from "#app/audit/audit-action.ts";
import { capitalizedPhrase } from "#app/audit/audit-action.messages.ts";
import type { ExportedAuditEvent } from "#app/audit/chain/export-audit-log.server.ts";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import { exportPages } from "#app/compliance/site-export/export-file.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

type ChosenDays = { from?: string | undefined; to?: string | undefined };

/**
 * The audit log of the chosen days for reading in a browser without a server, in parts, because it can be too large for memory.
 * @param events those of all links that contain the days, of which the page shows those of the days themselves
 */
export async function* renderAuditPage(
  events: AsyncIterable<ExportedAuditEvent>,
  { from = "", to = "9999" }: ChosenDays,
): AsyncGenerator<string> {
  const [head = "", foot = ""] = renderToStaticMarkup(<AuditPage />).split(rowsMarker);
  yield `<!doctype html>${head}`;
  for await (const event of events) {
    const at = new Date(event.at);
    const isShown = Number.isNaN(at.getTime()) || isWithin(dayIn(practice.timeZone, at), from, to);
    if (isShown) yield renderToStaticMarkup(<EventRow event={event} at={at} />);
  }
  yield foot;
}

function isWithin(day: string, from: string, to: string): boolean {
  return day >= from && day <= to;
}

/** Where the rows of the events belong. */
const rowsMarker = '<tr id="rows"></tr>';

function AuditPage() {
  return (
    <ExportDocument title={`${practice.firmName}: audit log`}>
      <p>
        <a href={`../${exportPages.index}`}>All pages of this export</a>
      </p>
      <p>
        The events of the chosen days, in the order in which they were stored, up to the last one that was
        sealed before the export. The file “events.jsonl” contains the same events with what their
        verification needs.
      </p>
      <ExportTable columns={["Time", "Event", "By", "About", "Details"]}>
        <tr id="rows" />
      </ExportTable>
    </ExportDocument>
  );
}

function EventRow({ event, at }: { event: ExportedAuditEvent; at: Date }) {
  const { action, actorKind, actorEmail, subject, details, clientAddress } = event;
  const time = Number.isNaN(at.getTime()) ? event.at : momentIn(practice.timeZone, at);
  return (
    <tr>
      <td>{time}</td>
      <td>{describeAction(action)}</td>
      <td>{[actorEmail ?? actorKind, clientAddress].filter((part) => part !== null).join(", ")}</td>
      <td>{subject}</td>
      <td>{formatDetails(details)}</td>
    </tr>
  );
}

/** The words of the screen. A log of an earlier release can contain other actions. */
function describeAction(name: string): string {
  const action = auditActions.find((each) => each === name);
  return action === undefined ? name.replaceAll("-", " ") : capitalizedPhrase(action);
}

/** @example formatDetails('{"list":"people"}') // "list: people" */
function formatDetails(details: string): string {
  const parsed: unknown = JSON.parse(details);
  if (typeof parsed !== "object" || parsed === null) return details;
  return Object.entries(parsed)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}

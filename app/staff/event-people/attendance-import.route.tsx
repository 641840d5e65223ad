import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/attendance-import.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import type { AttendanceDeps } from "#app/events/attendance/record-attendance.server.ts";
import {
  importAttendance,
  type ImportRow,
  previewImport,
} from "#app/events/attendance/import-attendance.server.ts";
import { findUnrecorded, type Unrecorded } from "#app/events/attendance/mark-absent.server.ts";
import { readAttendanceCsv } from "#app/events/attendance/read-attendance-csv.ts";
import { findManagedEvent, type ManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { endOf } from "#app/events/schedule/live-event.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { attendeeListAccess } from "#app/staff/events/attendees.list.tsx";
import { summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { fileRefusals, importRefusals, importTexts } from "./attendance-import.messages.ts";
import { absentField, ImportReport, listMarked } from "./import-report.tsx";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  return { staff, event: summarizeEvent(found, clock.now()) };
}

/** @property text the pasted or uploaded file, to display again */
type Draft = { refusal?: string; text: string; report?: Report };

const noDraft: Draft = { text: "" };

/** @property others the other people who can be recorded as absent; undefined before the end of the event */
type Report = { rows: readonly ImportRow[]; others: Unrecorded | undefined };

/** Displays the report of a file or, with the ids of a report, records it. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: ["csv"],
  });
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  const text = await readText(form);
  const confirmed = readConfirmed(form);
  if (confirmed !== undefined) {
    const { clientAddress } = factsOf(context);
    const deps = { db, clock, actor: actorOf(staff), clientAddress };
    const outcome = await importAttendance(deps, found.id, confirmed);
    if (outcome.ok) return redirect(eventDonePath(found.id, "noted", { noted: outcome.changed }), 303);
    return data<Draft>({ refusal: importRefusals[outcome.reason], text }, { status: 409 });
  }
  const file = readAttendanceCsv(text);
  if (!file.ok) return data<Draft>({ refusal: fileRefusals[file.reason], text }, { status: 422 });
  // The report names the people with the typed addresses.
  const { clientAddress } = factsOf(context);
  await recordView(db, { actor: staff, sessionId, list: attendeeListAccess.name, clientAddress });
  return data<Draft>({ text, report: await createReport({ db, clock }, found, file.rows) });
}

/** The people of the report that was confirmed; undefined for a file. */
function readConfirmed(form: FormData): { ids: string[]; absent: string | undefined } | undefined {
  const confirmed = form.get("ids");
  if (typeof confirmed !== "string") return undefined;
  const ids = confirmed.split(",");
  const absent = form.get(absentField);
  return { ids: ids.every(isUuid) ? ids : [], absent: typeof absent === "string" ? absent : undefined };
}

async function createReport(
  { db, clock }: Pick<AttendanceDeps, "db" | "clock">,
  event: ManagedEvent,
  fileRows: Parameters<typeof previewImport>[2],
): Promise<Report> {
  const rows = await previewImport(db, event.id, fileRows);
  const isOver = event.state === "scheduled" && endOf(event) <= clock.now();
  return { rows, others: isOver ? await findUnrecorded(db, event.id, listMarked(rows)) : undefined };
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: importTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function AttendanceImport({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event } = loaderData;
  const { key } = useLocation();
  const { refusal, report, text } = actionData ?? noDraft;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {refusal === undefined ? null : <Alert text={refusal} />}
        {event.came === undefined ? (
          <p>{importRefusals[event.phase === "cancelled" ? "cancelled" : "not-started"]}</p>
        ) : (
          <>
            {report === undefined ? null : (
              <ImportReport eventId={event.id} text={text} report={report.rows} others={report.others} />
            )}
            <FileForm text={text} />
          </>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function FileForm({ text }: { text: string }) {
  return (
    <Form method="post" encType="multipart/form-data" className="sheet">
      <p>{importTexts.lead}</p>
      <Field label={importTexts.file} name="file" type="file" accept=".csv,text/csv,text/plain" />
      <TextAreaField label={importTexts.paste} name="csv" rows={6} defaultValue={text} />
      <button type="submit" className="btn press">
        {importTexts.check}
      </button>
    </Form>
  );
}

/** The uploaded file or, without one, the pasted text. */
async function readText(form: FormData): Promise<string> {
  const file = form.get("file");
  if (file instanceof File && file.size > 0) return file.text();
  const pasted = form.get("csv");
  return typeof pasted === "string" ? pasted : "";
}

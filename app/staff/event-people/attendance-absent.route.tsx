import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/attendance-absent.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { findUnrecorded, markAbsent, type Unrecorded } from "#app/events/attendance/mark-absent.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { type EventSummary, summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { absentRefusals, absentTexts } from "./attendance-import.messages.ts";
import "#app/staff/shell/staff-area.css";

/** Hidden: the version of the people whom the page counts. */
const versionField = "version";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const unrecorded = await findUnrecorded(db, found.id);
  return { staff, event: summarizeEvent(found, clock.now()), unrecorded };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const version = (await readForm(request)).get(versionField);
  const { clientAddress } = factsOf(context);
  const outcome = await markAbsent(
    { db, clock, actor: actorOf(staff), clientAddress },
    found.id,
    typeof version === "string" ? version : "",
  );
  if (!outcome.ok) return data({ refusal: absentRefusals[outcome.reason] }, { status: 409 });
  return redirect(eventDonePath(found.id, "noted", { noted: outcome.changed }), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: absentTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function AttendanceAbsent({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, unrecorded } = loaderData;
  const { key } = useLocation();
  const refusal = actionData?.refusal;
  const blocker = findBlocker(event, unrecorded.count);
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {refusal === undefined ? null : <Alert text={refusal} />}
        {blocker === undefined ? (
          <AbsentForm eventId={event.id} unrecorded={unrecorded} />
        ) : (
          refusal !== blocker && <p>{blocker}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function AbsentForm({
  eventId,
  unrecorded: { count, version },
}: {
  eventId: string;
  unrecorded: Unrecorded;
}) {
  return (
    <Form method="post" className="sheet">
      <h2>{absentTexts.question(count)}</h2>
      <input type="hidden" name={versionField} value={version} />
      <ul>
        <li>{absentTexts.recorded}</li>
        <li>{absentTexts.replay}</li>
        <li>{absentTexts.correct}</li>
      </ul>
      <div className="acts">
        <button type="submit" className="btn press">
          {absentTexts.act}
        </button>
        <Link className="btn quiet" to={eventPath(eventId)}>
          {absentTexts.keep}
        </Link>
      </div>
    </Form>
  );
}

/** Why no one can be recorded as absent. */
function findBlocker({ phase, came }: EventSummary, unrecorded: number): string | undefined {
  if (phase === "cancelled") return absentRefusals.cancelled;
  if (came === undefined) return absentRefusals["not-started"];
  if (phase !== "over") return absentRefusals["not-over"];
  return unrecorded === 0 ? absentTexts.none : undefined;
}

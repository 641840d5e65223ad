import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event-cancel.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { cancelEvent } from "#app/events/management/manage-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { revisionField, readRevision } from "./event-values.ts";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { EventFacts } from "#app/staff/events/event-facts.tsx";
import { eventCancelPath, eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { cancelRefusals, cancelTexts } from "#app/staff/events/events.messages.ts";
import { isChangeable, summarizeEvent } from "#app/staff/events/event-view.ts";
import { hostNames } from "#app/staff/events/host-names.server.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/events/events.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db, sendsEmail } = servicesOf(context);
  // Required already here, so that the person is not interrupted between the page and its form.
  requireRecentAuthentication(session, eventCancelPath(params.eventId));
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(session.staff);
  return {
    staff: session.staff,
    event: summarizeEvent(found, clock.now()),
    hosts: hostNames(found),
    sendsEmail,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageEvents);
  const { staff } = session;
  const { clock, db, outbox } = servicesOf(context);
  requireRecentAuthentication(session, eventCancelPath(params.eventId));
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(session.staff);
  const seen = readRevision(await readForm(request));
  const actor = actorOf(staff);
  const { clientAddress } = factsOf(context);
  const outcome = await cancelEvent({ db, clock, outbox, actor, clientAddress }, found.id, seen);
  if (!outcome.ok) return data({ refusal: cancelRefusals[outcome.reason] }, { status: 409 });
  return redirect(eventDonePath(found.id, "cancelled", { told: outcome.notified }), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: cancelTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function EventCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, hosts, sendsEmail } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page events" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {actionData === undefined ? null : <Alert text={actionData.refusal} />}
        <EventFacts event={event} hosts={hosts} />
        {isChangeable(event) ? (
          <Form method="post" className="sheet">
            <h2>{cancelTexts.question}</h2>
            <input type="hidden" name={revisionField} value={event.revision} />
            <ul>
              <li>{describeHolders(event.seatsTaken + event.waiting, sendsEmail)}</li>
              <li>{sendsEmail ? cancelTexts.interest : cancelTexts.interestWithoutEmail}</li>
              <li>{cancelTexts.final}</li>
            </ul>
            <div className="acts">
              <button type="submit" className="btn destructive">
                {cancelTexts.act}
              </button>
              <Link className="btn quiet" to={eventPath(event.id)}>
                {cancelTexts.keep}
              </Link>
            </div>
          </Form>
        ) : (
          <p>{cancelRefusals[event.phase === "cancelled" ? "cancelled" : "over"]}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function describeHolders(holders: number, sendsEmail: boolean): string {
  if (holders === 0) return cancelTexts.noHolders;
  return sendsEmail ? cancelTexts.holders(holders) : cancelTexts.holdersWithoutEmail(holders);
}

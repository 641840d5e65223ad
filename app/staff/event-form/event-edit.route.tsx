import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event-edit.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { isChangeable, summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { EventForm } from "./event-form.tsx";
import { formTexts, refusals } from "./event-form.messages.ts";
import { type EventDraft, type EventValues, mergeValues, sentFields, toEventValues } from "./event-values.ts";
import { FormRefusal, useFocusOnError } from "./form-refusal.tsx";
import { listHostChoices } from "./host-choices.server.ts";
import { saveEvent } from "./save-event.server.ts";
import "#app/staff/shell/staff-area.css";
import "./event-form.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    // Required on the page too, so that re-authentication does not interrupt the person when the form is sent.
    requiresRecentAuthentication: true,
  });
  const { clock, db, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const event = summarizeEvent(found, clock.now());
  return { staff, event, values: toEventValues(found), hosts: listHostChoices(found.hosts), sendsEmail };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: sentFields,
    // The form sends its link to people who signed up.
    requiresRecentAuthentication: true,
  });
  const { clock, db, outbox } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const actor = actorOf(staff);
  const outcome = await saveEvent(
    { db, clock, outbox, actor, clientAddress },
    params.eventId,
    await readForm(request),
  );
  if (outcome === undefined) throw createNotFoundResponse(staff);
  if (!outcome.ok) return data(outcome.draft, { status: outcome.status });
  const counts =
    outcome.done === "changed" ? { promoted: outcome.promoted, told: outcome.notified } : undefined;
  return redirect(eventDonePath(params.eventId, outcome.done, counts), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: formTexts.editTitle };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function EventEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, values, hosts, sendsEmail } = loaderData;
  const { key } = useLocation();
  const main = useFocusOnError(key);
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key} ref={main}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        <FormRefusal draft={actionData} />
        {isChangeable(event) ? (
          <EventForm
            of={{ revision: event.revision, values }}
            {...chooseValues(actionData, values)}
            hosts={hosts}
            submit={formTexts.save}
            back={eventPath(event.id)}
            notice={<EmailNotice event={event} sendsEmail={sendsEmail} />}
          />
        ) : (
          <p>{refusals[event.phase === "cancelled" ? "cancelled" : "over"].text}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

/** Returns the values to display: those of the event, those that were submitted, or both merged after a conflict. */
function chooseValues(draft: EventDraft | undefined, current: EventValues) {
  if (draft === undefined) return { values: current, errors: {} };
  const { values, errors, conflict } = draft;
  return conflict === undefined
    ? { values, errors }
    : { errors, ...mergeValues(values, conflict.opened, current) };
}

function EmailNotice({
  event: { seatsTaken, waiting },
  sendsEmail,
}: {
  event: { seatsTaken: number; waiting: number };
  sendsEmail: boolean;
}) {
  const holders = seatsTaken + waiting;
  const [describeHolders, describeWaiting] = sendsEmail
    ? [formTexts.holders, formTexts.waiting]
    : [formTexts.holdersWithoutEmail, formTexts.waitingWithoutEmail];
  return (
    <>
      <p>{holders === 0 ? formTexts.noHolders : describeHolders(holders)}</p>
      {waiting === 0 ? null : <p>{describeWaiting(waiting)}</p>}
    </>
  );
}

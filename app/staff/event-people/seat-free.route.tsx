import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/seat-free.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { findSeatToFree, freeSeat, type SeatToFree } from "#app/events/management/free-seat.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { attendeeListAccess } from "#app/staff/events/attendees.list.tsx";
import { type EventSummary, isChangeable, summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { freeRefusals, freeTexts } from "./event-people.messages.ts";
import "#app/staff/shell/staff-area.css";

/** Hidden: the ids of the people who get a seat, as the page named them. */
const nextField = "next";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db, persons, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined || !isUuid(params.signupId)) throw createNotFoundResponse(staff);
  const seat = await findSeatToFree({ db, clock }, found.id, params.signupId);
  if (seat !== undefined) {
    const viewer = { actor: staff, sessionId, clientAddress: factsOf(context).clientAddress };
    await recordViewOfPerson({ db, persons }, seat.email, viewer);
    // The page names the people who get a seat.
    if (seat.next.length > 0) await recordView(db, { ...viewer, list: attendeeListAccess.name });
  }
  return { staff, event: summarizeEvent(found, clock.now()), seat, sendsEmail };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db, outbox, persons } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined || !isUuid(params.signupId)) throw createNotFoundResponse(staff);
  const next = (await readForm(request)).get(nextField);
  const outcome = await freeSeat(
    { db, clock, outbox, persons, actor: actorOf(staff), clientAddress: factsOf(context).clientAddress },
    {
      eventId: found.id,
      signupId: params.signupId,
      expectedNext: typeof next === "string" && next !== "" ? next.split(",") : [],
    },
  );
  if (!outcome.ok) return data({ refusal: freeRefusals[outcome.reason] }, { status: 409 });
  const { hadSeat, promoted } = outcome;
  return redirect(eventDonePath(found.id, hadSeat ? "freed" : "left", { promoted }), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = ({ loaderData, ...head }) =>
  createStaffMeta({ ...pages.events, title: freeTexts.title[loaderData?.seat?.state ?? "seat"] }, head);

export default function SeatFree({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, seat, sendsEmail } = loaderData;
  const { key } = useLocation();
  const refusal = actionData?.refusal;
  return (
    <>
      <StaffHeader title={freeTexts.title[seat?.state ?? "seat"]} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {refusal === undefined ? null : <Alert text={refusal} />}
        {seat !== undefined && isChangeable(event) ? (
          <FreeForm event={event} seat={seat} sendsEmail={sendsEmail} />
        ) : (
          refusal === undefined && <p>{describeBlocker(event)}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function FreeForm({
  event,
  seat,
  sendsEmail,
}: {
  event: EventSummary;
  seat: SeatToFree;
  sendsEmail: boolean;
}) {
  const { state, email, next } = seat;
  return (
    <Form method="post" className="sheet">
      <h2>{freeTexts.question[state](seat)}</h2>
      <input type="hidden" name={nextField} value={next.map(({ id }) => id).join()} />
      <ul>
        {state === "seat" ? <li>{describeNext(event, next, sendsEmail)}</li> : null}
        <li>{sendsEmail ? freeTexts.person(email) : freeTexts.personWithoutEmail}</li>
        <li>{freeTexts.again}</li>
      </ul>
      <div className="acts">
        <button type="submit" className="btn destructive">
          {freeTexts.act[state]}
        </button>
        <Link className="btn quiet" to={eventPath(event.id)}>
          {freeTexts.keep}
        </Link>
      </div>
    </Form>
  );
}

function describeNext({ phase }: EventSummary, next: SeatToFree["next"], sendsEmail: boolean): string {
  if (phase === "live") return freeTexts.started;
  const names = next.map(({ name }) => name);
  if (names.length === 0) return freeTexts.noNext;
  return sendsEmail ? freeTexts.next(names) : freeTexts.nextWithoutEmail(names);
}

function describeBlocker({ phase }: EventSummary): string {
  if (phase === "cancelled") return freeRefusals.cancelled;
  return phase === "over" ? freeRefusals.over : freeRefusals["not-active"];
}

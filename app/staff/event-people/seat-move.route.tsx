import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/seat-move.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { findWaiting, moveWaiting, type WaitingPerson } from "#app/events/management/move-waiting.server.ts";
import { isWaitingMove, type WaitingMove } from "#app/events/management/waiting-moves.ts";
import { countSeatsLeft } from "#app/events/schedule/live-event.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
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
import { moveRefusals, moveTexts } from "./event-people.messages.ts";
import "#app/staff/shell/staff-area.css";

/** The chosen move, and hidden the ids of the people ahead, as the page named them. */
const fields = { move: "move", ahead: "ahead" } as const;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db, persons, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined || !isUuid(params.signupId)) throw createNotFoundResponse(staff);
  const person = await findWaiting(db, found.id, params.signupId);
  if (person !== undefined) {
    const viewer = { actor: staff, sessionId, clientAddress: factsOf(context).clientAddress };
    await recordViewOfPerson({ db, persons }, person.email, viewer);
    // The page names the people who are ahead.
    if (person.ahead.length > 0) await recordView(db, { ...viewer, list: attendeeListAccess.name });
  }
  const now = clock.now();
  return {
    staff,
    event: summarizeEvent(found, now),
    person,
    seatsLeft: countSeatsLeft(found, now),
    sendsEmail,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { clock, db, outbox, persons } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined || !isUuid(params.signupId)) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  const move = form.get(fields.move);
  const ahead = form.get(fields.ahead);
  if (!isWaitingMove(move)) throw new AppError("invalid", "The form names no move.");
  const outcome = await moveWaiting(
    { db, clock, outbox, persons, actor: actorOf(staff), clientAddress: factsOf(context).clientAddress },
    {
      eventId: found.id,
      signupId: params.signupId,
      move,
      expectedAhead: typeof ahead === "string" && ahead !== "" ? ahead.split(",") : [],
    },
  );
  if (!outcome.ok) return data({ refusal: moveRefusals[outcome.reason] }, { status: 409 });
  return redirect(eventDonePath(found.id, outcome.became === "seat" ? "seated" : "moved"), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: moveTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function SeatMove({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, person, seatsLeft, sendsEmail } = loaderData;
  const { key } = useLocation();
  const refusal = actionData?.refusal;
  const moves = person === undefined ? [] : listMoves(event, person, seatsLeft);
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {refusal === undefined ? null : <Alert text={refusal} />}
        {person !== undefined && moves.length > 0 ? (
          <MoveForm eventId={event.id} person={person} moves={moves} sendsEmail={sendsEmail} />
        ) : (
          refusal === undefined && <p>{describeBlocker(event, person)}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

/** The moves that are possible now. After the start, the order of the list has no effect. */
function listMoves(event: EventSummary, { ahead }: WaitingPerson, seatsLeft: number): WaitingMove[] {
  if (!isChangeable(event)) return [];
  const reorders: WaitingMove[] = event.phase === "live" || ahead.length === 0 ? [] : ["up", "front"];
  return [...reorders.slice(ahead.length === 1 ? 1 : 0), ...(seatsLeft > 0 ? (["seat"] as const) : [])];
}

function MoveForm({
  eventId,
  person,
  moves,
  sendsEmail,
}: {
  eventId: string;
  person: WaitingPerson;
  moves: readonly WaitingMove[];
  sendsEmail: boolean;
}) {
  const { name, ahead, waiting } = person;
  return (
    <Form method="post" className="sheet">
      <h2>{moveTexts.question(name)}</h2>
      <p>{moveTexts.position(ahead.length + 1, waiting)}</p>
      <input type="hidden" name={fields.ahead} value={ahead.map(({ id }) => id).join()} />
      <fieldset>
        <legend>{moveTexts.choose}</legend>
        {moves.map((move, index) => (
          <label className="box" key={move}>
            <input type="radio" name={fields.move} value={move} defaultChecked={index === 0} />
            {moveTexts.moves[move](person)}
          </label>
        ))}
      </fieldset>
      <ul>
        <li>{moveTexts.number}</li>
        {moves.includes("seat") ? <li>{sendsEmail ? moveTexts.email : moveTexts.withoutEmail}</li> : null}
      </ul>
      <div className="acts">
        <button type="submit" className="btn press">
          {moveTexts.act}
        </button>
        <Link className="btn quiet" to={eventPath(eventId)}>
          {moveTexts.keep}
        </Link>
      </div>
    </Form>
  );
}

function describeBlocker({ phase }: EventSummary, person: WaitingPerson | undefined): string {
  if (phase === "cancelled") return moveRefusals.cancelled;
  if (phase === "over") return moveRefusals.over;
  if (person === undefined) return moveRefusals["not-waiting"];
  return phase === "live" ? moveRefusals["no-seat"] : moveTexts.first(person.name);
}

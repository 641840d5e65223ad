import { useRef } from "react";
import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { attendances, holderStates, listHolders } from "#app/events/attendance/list-attendees.server.ts";
import { recordAttendance } from "#app/events/attendance/record-attendance.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { ListFrame } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { notifyPeople } from "#app/staff/shell/no-email.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { restoredText, useKeptForm } from "#app/staff/session/use-kept-form.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { attendanceFields, notesIn } from "./attendance.ts";
import { doneIn, withDone } from "./event-done.ts";
import { EventFacts } from "./event-facts.tsx";
import { holderList, holdersOnPage } from "./event-lists.ts";
import { eventCancelPath, eventEditPath } from "./event-paths.ts";
import { attendanceRefusals, eventTexts, noHoldersTexts } from "./events.messages.ts";
import { type EventSummary, holderRow, isChangeable, summaryOf } from "./event-view.ts";
import { type AttendanceColumn, Holders } from "./attendees-table.tsx";
import { hostNames } from "./host-names.server.ts";
import { MissingEvent } from "./missing-event.tsx";
import "#app/staff/shell/staff-area.css";
import "./events.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const { searchParams } = new URL(request.url);
  const list = holderList(found.id);
  const address = readListAddress(list, searchParams);
  const { filters, search } = address.query;
  const holders = await listHolders(
    db,
    {
      eventId: found.id,
      search,
      state: holderStates.find((state) => state === filters.place),
      attendance: attendances.find((attendance) => attendance === filters.came),
    },
    { ...address.page, size: holdersOnPage },
  );
  const { clientAddress } = factsOf(context);
  await recordView(db, { actor: staff, sessionId, list: "event-places", clientAddress });
  return {
    staff,
    canManage: canManageEvents(staff),
    event: summaryOf(found, clock.now()),
    hosts: hostNames(found.hosts),
    state: listStateOf(address, holders),
    rows: holders.rows.map(holderRow),
    done: doneIn(searchParams, sendsEmail),
    sendsEmail,
  };
}

/** Notes who came. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: Object.values(attendanceFields),
  });
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const notes = notesIn(await readForm(request));
  const actor = actorOf(staff);
  const { clientAddress } = factsOf(context);
  const outcome = await recordAttendance({ db, clock, actor, clientAddress }, found.id, notes);
  if (!outcome.ok) return data({ refusal: attendanceRefusals[outcome.reason] }, { status: 409 });
  return redirect(withDone(request.url, found.id, outcome.changed), 303);
}

export { shouldRevalidate } from "./revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = ({ loaderData, ...head }) =>
  createStaffMeta({ ...pages.events, title: loaderData?.event.title ?? pages.events.title }, head);

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, canManage, event, hosts, state, rows, done, sendsEmail } = loaderData;
  const { key } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isRestored = useKeptForm(main, {
    account: staff.id,
    form: ".attendance",
    isRefused: actionData !== undefined,
  });
  return (
    <>
      <StaffHeader title={event.title} staff={staff} />
      <main id="main" className="wrap desk events" key={key} ref={main}>
        <Link className="back" to={pages.events.path}>
          {eventTexts.all}
        </Link>
        {actionData === undefined ? null : <Alert text={actionData.refusal} />}
        {actionData !== undefined || done === undefined ? null : <Alert text={done} isGood />}
        {isRestored ? <Alert text={restoredText} isGood /> : null}
        <EventFacts event={event} hosts={hosts} />
        {canManage && isChangeable(event) ? <Changes event={event} sendsEmail={sendsEmail} /> : null}
        <ListFrame
          list={holderList(event.id)}
          rowsAre={eventTexts.holders}
          state={state}
          empty={noHoldersTexts[event.phase]}
        >
          <Holders rows={rows} attendance={columnOf(event, canManage)} />
        </ListFrame>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function Changes({ event: { id }, sendsEmail }: { event: EventSummary; sendsEmail: boolean }) {
  return (
    <>
      {sendsEmail ? null : <p className="soft">{notifyPeople}</p>}
      <p className="acts">
        <Link className="btn" to={eventEditPath(id)}>
          {eventTexts.change}
        </Link>
        <Link className="btn" to={eventCancelPath(id)}>
          {eventTexts.callOff}
        </Link>
      </p>
    </>
  );
}

function columnOf({ came }: EventSummary, canManage: boolean): AttendanceColumn {
  if (came === undefined) return "none";
  return canManage ? "noted" : "shown";
}

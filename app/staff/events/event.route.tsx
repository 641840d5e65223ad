import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents, canSendEmails } from "#app/identity/accounts/permissions.ts";
import { listAttendees } from "#app/events/attendance/list-attendees.server.ts";
import { findAttendeeName, markAttendee } from "#app/events/attendance/mark-attendee.server.ts";
import { type AttendanceDeps, recordAttendance } from "#app/events/attendance/record-attendance.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { listSentMessages } from "#app/events/messages/find-messages.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { urlParameters } from "#app/staff/data-table/list-url.ts";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ExportButtons } from "#app/staff/export-button/export-button.tsx";
import { notifyPeople } from "#app/staff/shell/no-email.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { useOpened } from "#app/staff/session/use-opened.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { isUuid } from "#app/platform/text/uuid.ts";
import {
  attendanceFields,
  readAttendanceNotes,
  readChangedBoxes,
  readMarkText,
  readOneNote,
} from "./attendance.ts";
import { readDoneText, withDone } from "./event-done.ts";
import { EventFacts } from "./event-facts.tsx";
import {
  attendanceAbsentPath,
  attendanceImportPath,
  eventCancelPath,
  type EventDone,
  eventDonePath,
  eventEditPath,
  eventMarkedPath,
  guestNewPath,
  markedParameter,
  messageNewPath,
} from "#app/staff/paths/event-paths.ts";
import { attendanceRefusals, eventTexts, markTexts } from "./events.messages.ts";
import { markedId, MarkAttendance, type MarkDraft } from "./mark-attendance.tsx";
import { type EventSummary, isChangeable, summarizeEvent } from "./event-view.ts";
import {
  type AttendanceColumn,
  AttendanceForm,
  ChangedBoxes,
  attendeeList,
  attendeeListAccess,
  eventParameter,
} from "./attendees.list.tsx";
import { hostNames } from "./host-names.server.ts";
import { MessageLog, viewMessages } from "./message-log.tsx";
import { MissingEvent } from "./missing-event.tsx";
import "#app/staff/shell/staff-area.css";
import "./events.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, attendeeListAccess.permission);
  const services = servicesOf(context);
  const { clock, db, sendsEmail } = services;
  const { staff } = session;
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const canManage = canManageEvents(staff);
  const event = summarizeEvent(found, clock.now());
  const attendees = await loadListPage(attendeeList(event, "none"), listAttendees({ eventId: found.id }), {
    request,
    session,
    services,
    clientAddress: factsOf(context).clientAddress,
  });
  return {
    ...attendees,
    canManage,
    canSend: canSendEmails(staff),
    canSendLink: canSendEmails(staff) && sendsEmail,
    messages: viewMessages(await listSentMessages(db, found.id)),
    event,
    hosts: hostNames(found),
    done: readDoneText(new URL(request.url).searchParams, sendsEmail),
    isNoted: new URL(request.url).searchParams.get("done") === ("noted" satisfies EventDone),
    marked: await findMarkedName(db, found.id, request),
    sendsEmail,
  };
}

/** The name of the person whom the URL says was marked. */
async function findMarkedName(db: AttendanceDeps["db"], eventId: string, request: Request) {
  const signupId = new URL(request.url).searchParams.get(markedParameter);
  return signupId !== null && isUuid(signupId) ? findAttendeeName(db, eventId, signupId) : undefined;
}

/** Records attendance. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: Object.values(attendanceFields),
  });
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  const { clientAddress } = factsOf(context);
  const deps = { db, clock, actor: actorOf(staff), clientAddress };
  const typed = readMarkText(form);
  if (typed !== undefined) {
    const view = { actor: staff, sessionId, list: attendeeListAccess.name, clientAddress };
    return mark(deps, { eventId: found.id, typed }, view);
  }
  const one = readOneNote(form);
  const notes = one === undefined ? readAttendanceNotes(form) : [one, ...readChangedBoxes(form)];
  const outcome = await recordAttendance(deps, found.id, notes);
  if (!outcome.ok) return refuse(attendanceRefusals[outcome.reason]);
  // Without the search, so that the next person can be found.
  if (one !== undefined) {
    // The form of the matches does not contain the boxes of the list, so they stay.
    const isMatch = one.attended === true && !form.has(attendanceFields.changed);
    const path = isMatch
      ? eventMarkedPath(found.id, one.signupId)
      : eventDonePath(found.id, "noted", { noted: outcome.changed });
    return redirect(path, 303);
  }
  return redirect(withDone(request.url, found.id, outcome.changed), 303);
}

/** @property refusal of the whole form. @property draft a text that did not name exactly one person */
type Refused = { refusal?: string; draft?: MarkDraft };

function refuse(refusal: string) {
  return data<Refused>({ refusal }, { status: 409 });
}

async function mark(
  deps: AttendanceDeps,
  { eventId, typed }: { eventId: string; typed: string },
  view: Parameters<typeof recordView>[1],
) {
  const outcome = await markAttendee(deps, eventId, typed);
  if (outcome.ok) return redirect(eventMarkedPath(eventId, outcome.id), 303);
  if (outcome.reason !== "no-match" && outcome.reason !== "several") {
    return refuse(attendanceRefusals[outcome.reason]);
  }
  const matches = outcome.reason === "several" ? outcome.matches : [];
  // The response names them, also if the page is not loaded again.
  if (matches.length > 0) await recordView(deps.db, view);
  return data<Refused>({ draft: { typed, error: markTexts[outcome.reason], matches } }, { status: 422 });
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = ({ loaderData, ...head }) =>
  createStaffMeta({ ...pages.events, title: loaderData?.event.title ?? pages.events.title }, head);

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, canManage, canSend, event, hosts, state, views, messages, sendsEmail } = loaderData;
  const attendance = chooseAttendance(event, canManage, state.query["search"] !== undefined);
  const isRecording = attendance === "editable" || attendance === "single";
  const isOpen = canManage && isChangeable(event);
  const { key } = useLocation();
  const isAnswered = actionData !== undefined;
  const list = attendeeList(event, attendance, { canFree: isOpen, canSendLink: loaderData.canSendLink });
  const { notices, post, close } = useNotices();
  const button = {
    list,
    query: { ...urlParameters(list, state.query), [eventParameter]: event.id },
    disabled: state.edges === undefined,
    post,
  };
  // Checked boxes stay until they are saved, also those of other pages of the list.
  const { formKey } = useOpened(undefined, loaderData.isNoted && !isAnswered ? key : undefined);
  return (
    <>
      <StaffHeader title={event.title} staff={staff} />
      <main id="main" className="wrap staff-page events" key={event.id}>
        <Link className="back" to={pages.events.path}>
          {eventTexts.all}
        </Link>
        <Result {...loaderData} refused={actionData} key={`result ${key}`} />
        <EventFacts event={event} hosts={hosts} />
        {isOpen ? <Changes event={event} sendsEmail={sendsEmail} /> : null}
        {isRecording ? (
          <>
            <MarkAttendance
              draft={actionData?.draft}
              isRepeated={!isAnswered && loaderData.marked !== undefined}
              key={`mark ${key}`}
            />
            <ChangedBoxes key={formKey} />
          </>
        ) : null}
        <PeopleActions
          event={event}
          canImport={attendance === "editable"}
          canMark={canManage && event.phase === "over"}
          canSend={canSend}
        />
        <ListSection
          list={list}
          state={state}
          views={views}
          actions={createExport(loaderData.canExport, button)}
          key={`list ${key}`}
          wrapTable={(table) =>
            isRecording ? <AttendanceForm isSingle={attendance === "single"}>{table}</AttendanceForm> : table
          }
        />
        <MessageLog eventId={event.id} messages={messages} />
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}

function createExport(canExport: boolean, button: Parameters<typeof ExportButtons>[0]) {
  return canExport ? <ExportButtons {...button} /> : undefined;
}

/** The result of the last action. A marked person leaves the focus to the field for the next one. */
function Result({
  done,
  marked,
  refused,
}: {
  done: string | undefined;
  marked: string | undefined;
  refused: Refused | undefined;
}) {
  if (refused !== undefined) return refused.refusal === undefined ? null : <Alert text={refused.refusal} />;
  if (marked !== undefined) return <Alert text={markTexts.done(marked)} isGood leavesFocus id={markedId} />;
  return done === undefined ? null : <Alert text={done} isGood />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function Changes({ event: { id }, sendsEmail }: { event: EventSummary; sendsEmail: boolean }) {
  return (
    <>
      {sendsEmail ? null : <p className="soft">{notifyPeople}</p>}
      <p className="acts">
        <Link className="btn" to={guestNewPath(id)}>
          {eventTexts.addGuest}
        </Link>
        <Link className="btn" to={eventEditPath(id)}>
          {eventTexts.change}
        </Link>
        <Link className="btn" to={eventCancelPath(id)}>
          {eventTexts.cancel}
        </Link>
      </p>
    </>
  );
}

function PeopleActions({
  event: { id: eventId, came },
  canImport,
  canMark,
  canSend,
}: {
  event: EventSummary;
  canImport: boolean;
  canMark: boolean;
  canSend: boolean;
}) {
  const unrecorded = canMark ? (came?.unknown ?? 0) : 0;
  if (!canImport && unrecorded === 0 && !canSend) return null;
  return (
    <p className="acts">
      {canImport ? (
        <Link className="btn" to={attendanceImportPath(eventId)}>
          {eventTexts.importCsv}
        </Link>
      ) : null}
      {unrecorded > 0 ? (
        <Link className="btn" to={attendanceAbsentPath(eventId)}>
          {eventTexts.absent(unrecorded)}
        </Link>
      ) : null}
      {canSend ? (
        <Link className="btn" to={messageNewPath(eventId)}>
          {eventTexts.message}
        </Link>
      ) : null}
    </p>
  );
}

function chooseAttendance({ came }: EventSummary, canManage: boolean, isSearched: boolean): AttendanceColumn {
  if (came === undefined) return "none";
  if (!canManage) return "readable";
  return isSearched ? "single" : "editable";
}

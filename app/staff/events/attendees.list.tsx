import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { Attendee, AttendeeQuery } from "#app/events/attendance/list-attendees.server.ts";
import type { ManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { canExportLeads, canViewLeads } from "#app/identity/accounts/permissions.ts";
import type { ListExport } from "#app/staff/export-button/export-definition.ts";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { missingTexts } from "#app/staff/data-table/list.messages.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { LongText } from "#app/ui/long-text.tsx";
import { attendanceFields, formatMark } from "./attendance.ts";
import { eventPath, seatFreePath, seatLinkPath, seatMovePath } from "#app/staff/paths/event-paths.ts";
import { eventTexts, noAttendeesTexts } from "./events.messages.ts";
import { type EventSummary, summarizeEvent } from "./event-view.ts";

/**
 * `none` before the event and if it was canceled, `readable` or `editable` after its start. `single` displays a button for each person that
 * a search has found.
 */
export type AttendanceColumn = "none" | "readable" | "editable" | "single";

/** Who may view the list of any event, and the name of the list in the audit log. */
export const attendeeListAccess = {
  name: "event-places",
  permission: canViewLeads,
} as const;

export const attendeeExport: ListExport = {
  permission: canExportLeads,
  actions: { started: "leads-export-begun", ended: "leads-exported" },
  filePrefix: "event-attendees-",
  emptyMessage: eventTexts.nothingToExport,
};

/** The parameter of the export with the id of the event. */
export const eventParameter = "event";

type AttendeeView = Pick<
  Attendee,
  "id" | "name" | "email" | "phone" | "state" | "placeNumber" | "position" | "attended"
> & {
  asks: string;
};

/** The people with a seat or a waiting-list position in an event. */
export function attendeeList(
  { id, phase }: Pick<EventSummary, "id" | "phase">,
  attendance: AttendanceColumn,
  { canFree = false, canSendLink = false }: { canFree?: boolean; canSendLink?: boolean } = {},
) {
  return defineList<Attendee, AttendeeQuery>()({
    ...attendeeListAccess,
    path: eventPath(id),
    row: eventTexts.attendee,
    rows: eventTexts.attendees,
    empty: noAttendeesTexts[phase],
    search: { label: "Search", hint: "Name, email or phone" },
    filters: {
      place: {
        label: "Position",
        choices: {
          seat: "Seats",
          waiting: "Waiting list",
        },
      },
      came: {
        label: "Attendance",
        choices: {
          came: "Attended",
          away: "Absent",
          unknown: "Not recorded",
        },
      },
    },
    sorts: { place: "Seats, then waiting list", name: "Name" },
    view: ({ questions, topics, ...attendee }: Attendee): AttendeeView => ({
      id: attendee.id,
      name: attendee.name,
      email: attendee.email,
      phone: attendee.phone,
      state: attendee.state,
      placeNumber: attendee.placeNumber,
      position: attendee.position,
      attended: attendee.attended,
      asks: joinAsks({ questions, topics }),
    }),
    columns: [
      {
        label: "Name",
        cell: (attendee) => <Link to={personPath(attendee.id)}>{attendee.name}</Link>,
        csv: ({ name }) => name,
      },
      { label: "Email", cell: ({ email }) => <EmailAddress email={email} />, csv: ({ email }) => email },
      {
        label: "Phone",
        cell: ({ phone }) => phone ?? missingTexts.phone,
        holds: "tel",
        isMissing: ({ phone }) => phone === null,
        csv: ({ phone }) => phone ?? missingTexts.phone,
      },
      {
        label: "Position",
        cell: describePosition,
        holds: "num",
        csv: describePosition,
      },
      {
        label: "Questions and topics",
        cell: ({ asks }) => (asks === "" ? null : <LongText text={asks} />),
        holds: "prose",
        csv: joinAsks,
      },
      ...(attendance === "none" ? [] : [attendedColumn(attendance)]),
      ...(canFree ? [changeColumn(id, canSendLink)] : []),
    ],
    export: attendeeExport,
  });
}

/** The list with the columns of its file: attendance only after the start. */
export function attendeesToExport(found: ManagedEvent, now: Date) {
  const event = summarizeEvent(found, now);
  return attendeeList(event, event.came === undefined ? "none" : "readable");
}

function describePosition({ placeNumber, position }: Pick<Attendee, "placeNumber" | "position">): string {
  return position === null ? `Seat, no. ${placeNumber}` : `Waiting list, no. ${position}`;
}

function joinAsks({ questions, topics }: Pick<Attendee, "questions" | "topics">): string {
  return [questions, topics].filter((text) => text !== null).join(" · ");
}

/**
 * One form for all attendees on the page. Its draft has the changed boxes, also while a search displays a button for each person instead of
 * boxes.
 */
export function AttendanceForm({ isSingle, children }: { isSingle: boolean; children: ReactNode }) {
  const form = {
    method: "post",
    id: attendanceFormId,
    "aria-label": eventTexts.noteHeading,
    "data-draft": "attendance",
  } as const;
  if (isSingle) return <Form {...form}>{children}</Form>;
  return (
    <Form
      {...form}
      className="attendance"
      onChange={({ target }) => target instanceof HTMLInputElement && noteChange(target)}
    >
      <p className="soft">{eventTexts.noteHint}</p>
      {children}
      <label className="box">
        <input type="checkbox" name={attendanceFields.rest} value="away" />
        {eventTexts.rest}
      </label>
      <button type="submit" className="btn press">
        {eventTexts.save}
      </button>
    </Form>
  );
}

const attendanceFormId = "attendance-list";

/**
 * Keeps the changed boxes until they are saved, while the list displays other rows or none. It belongs to the form of the list, and its draft
 * contains it.
 */
export function ChangedBoxes() {
  return (
    <input
      type="text"
      name={attendanceFields.changed}
      form={attendanceFormId}
      defaultValue=""
      hidden
      onInput={({ currentTarget: { form } }) => {
        for (const box of form?.elements ?? []) if (box instanceof HTMLInputElement) applyChange(box);
      }}
    />
  );
}

/** Reads the changed boxes of the form that a check box belongs to. */
function readChanges(
  box: HTMLInputElement,
): { field: HTMLInputElement; changes: Map<string, string> } | undefined {
  const field = box.form?.elements.namedItem(attendanceFields.changed);
  if (!(field instanceof HTMLInputElement)) return undefined;
  const marks = field.value === "" ? [] : field.value.split(", ");
  return { field, changes: new Map(marks.map((mark) => [mark.split(" ")[0] ?? "", mark])) };
}

function noteChange(box: HTMLInputElement): void {
  const read = box.name === attendanceFields.came ? readChanges(box) : undefined;
  if (read === undefined) return;
  const { field, changes } = read;
  if (box.checked === box.defaultChecked) changes.delete(box.value);
  else changes.set(box.value, formatMark(box.value, box.checked ? true : null));
  field.value = [...changes.values()].join(", ");
}

/** Restores the change of a box whose row is displayed again. */
function applyChange(box: HTMLInputElement | null): void {
  const change = box === null ? undefined : readChanges(box)?.changes.get(box.value);
  if (box?.name === attendanceFields.came && change !== undefined) {
    box.checked = change === formatMark(box.value, true);
  }
}

function changeColumn(eventId: string, canSendLink: boolean) {
  return {
    label: "Change",
    cell: ({ id, name, state }: AttendeeView) => (
      <span className="seat-links">
        {state === "seat" && canSendLink ? (
          <Link to={seatLinkPath(eventId, id)}>
            {eventTexts.sendLink}
            <span className="unseen">{`: ${name}`}</span>
          </Link>
        ) : null}
        {state === "seat" ? null : (
          <Link to={seatMovePath(eventId, id)}>
            {eventTexts.move}
            <span className="unseen">{`: ${name}`}</span>
          </Link>
        )}
        <Link to={seatFreePath(eventId, id)}>
          {state === "seat" ? eventTexts.free : eventTexts.leave}
          <span className="unseen">{`: ${name}`}</span>
        </Link>
      </span>
    ),
  } as const;
}

function attendedColumn(attendance: AttendanceColumn) {
  const cell = (attendee: AttendeeView) => {
    if (attendee.state === "seat" && attendance === "editable") return <AttendedBox attendee={attendee} />;
    if (attendee.state === "seat" && attendance === "single") return <AttendedButton attendee={attendee} />;
    return <span>{cameText(attendee)}</span>;
  };
  return { label: "Attended", cell, beside: "date", csv: cameText } as const;
}

/** Marks one person as attended, or clears the mark. */
function AttendedButton({ attendee: { id, name, attended } }: { attendee: AttendeeView }) {
  const isMarked = attended === true;
  return (
    <button
      type="submit"
      className="btn"
      name={attendanceFields.one}
      value={formatMark(id, isMarked ? null : true)}
    >
      {isMarked ? eventTexts.clearOne : eventTexts.markOne}
      <span className="unseen">{`: ${name}`}</span>
    </button>
  );
}

function AttendedBox({ attendee: { id, name, attended } }: { attendee: AttendeeView }) {
  const away = attended === false ? `away-${id}` : undefined;
  return (
    <span className="came">
      <input type="hidden" name={attendanceFields.shown} value={formatMark(id, attended)} />
      <label className="box">
        <span className="unseen">{`Attended: ${name}`}</span>
        <input
          type="checkbox"
          name={attendanceFields.came}
          value={id}
          defaultChecked={attended === true}
          aria-describedby={away}
          // Resets the box to the server's value after each load, unless it was changed.
          key={String(attended)}
          ref={applyChange}
        />
      </label>
      {away === undefined ? null : (
        <span className="soft" id={away}>
          {eventTexts.away}
        </span>
      )}
    </span>
  );
}

function cameText({ state, attended }: Pick<Attendee, "state" | "attended">): string {
  if (state === "waiting") return "";
  if (attended === null) return eventTexts.notYet;
  return attended ? "Yes" : "No";
}

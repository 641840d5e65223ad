import type { AttendanceNote } from "#app/events/attendance/record-attendance.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

/** The names of the form's fields. */
export const attendanceFields = {
  /** Hidden, one per row: the person and the attendance that the page displayed. */
  shown: "shown",
  /** Checked for each attendee. */
  came: "came",
  /** Every changed box, also of rows that another page of the list has displayed: “<sign-up> came, <sign-up> unknown”. */
  changed: "changed",
  /** Checked if all other people on the page were absent. */
  rest: "rest",
  /** The button of one row: the person and the new attendance. */
  one: "one",
  /** A text that names one person. */
  mark: "mark",
} as const;

const marks = { came: true, away: false, unknown: null } as const;

/** Formats the displayed attendance of a row for its hidden field. */
export function formatMark(signupId: string, attended: boolean | null): string {
  if (attended === null) return `${signupId} unknown`;
  return `${signupId} ${attended ? "came" : "away"}`;
}

/** Reads the changed boxes, of which the field without scripting has none. */
export function readChangedBoxes(form: FormData): AttendanceNote[] {
  const changed = form.get(attendanceFields.changed);
  return typeof changed === "string" ? changed.split(", ").flatMap((mark) => readMark(mark) ?? []) : [];
}

/** Reads the pressed button of one row; undefined if the form was saved with its check boxes. */
export function readOneNote(form: FormData): AttendanceNote | undefined {
  return readMark(form.get(attendanceFields.one));
}

/** Reads the text of the field that marks one person; undefined for another form. */
export function readMarkText(form: FormData): string | undefined {
  const typed = form.get(attendanceFields.mark);
  // PostgreSQL rejects text with a NUL character.
  return typeof typed === "string" ? typed.replaceAll("\0", "").slice(0, maxMarkLength) : undefined;
}

const maxMarkLength = 254;

/**
 * Reads the changed rows of the form. Unchanged rows are omitted, because a colleague may have changed them in the meantime. A cleared box
 * resets the attendance to unknown, unless all others were absent.
 */
export function readAttendanceNotes(form: FormData): AttendanceNote[] {
  const came = new Set(form.getAll(attendanceFields.came));
  const areOthersAbsent = form.get(attendanceFields.rest) !== null;
  const displayed = new Set<string>();
  const notes = form.getAll(attendanceFields.shown).flatMap((mark) => {
    const shown = readMark(mark);
    if (shown === undefined) return [];
    displayed.add(shown.signupId);
    const attended = chooseAttendance(shown.attended, came.has(shown.signupId), areOthersAbsent);
    return attended === shown.attended ? [] : [{ signupId: shown.signupId, attended }];
  });
  return [...notes, ...readChangedBoxes(form).filter(({ signupId }) => !displayed.has(signupId))];
}

function chooseAttendance(
  shown: boolean | null,
  isChecked: boolean,
  areOthersAbsent: boolean,
): boolean | null {
  if (isChecked) return true;
  if (areOthersAbsent || shown === false) return false;
  return null;
}

function readMark(mark: FormDataEntryValue | null): AttendanceNote | undefined {
  if (typeof mark !== "string") return undefined;
  const [signupId = "", word = ""] = mark.split(" ");
  if (!isUuid(signupId) || !isMark(word)) return undefined;
  return { signupId, attended: marks[word] };
}

function isMark(word: string): word is keyof typeof marks {
  return Object.hasOwn(marks, word);
}

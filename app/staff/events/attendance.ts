import type { AttendanceNote } from "#app/events/attendance/record-attendance.server.ts";
import { isUuid } from "#app/platform/uuid.ts";

/** The names of the form's fields. */
export const attendanceFields = {
  /** One for each row, hidden: whose it is and what stood there when the page was made. */
  shown: "shown",
  /** Ticked for whoever came. */
  came: "came",
  /** Ticked where nobody else of the page came. */
  rest: "rest",
} as const;

const marks = { came: true, away: false, unknown: null } as const;

/** What stood in a row when the page was made, for its hidden field. */
export function shownMark(signupId: string, attended: boolean | null): string {
  if (attended === null) return `${signupId} unknown`;
  return `${signupId} ${attended ? "came" : "away"}`;
}

/**
 * What somebody noted, without the rows that they left as they were: those may say something else by now. A tick that is taken away
 * leaves a row of which nobody has said anything, unless nobody else came.
 */
export function notesIn(form: FormData): AttendanceNote[] {
  const came = new Set(form.getAll(attendanceFields.came));
  const isRestAway = form.get(attendanceFields.rest) !== null;
  return form.getAll(attendanceFields.shown).flatMap((mark) => {
    const shown = readMark(mark);
    if (shown === undefined) return [];
    const attended = attendedNow(shown.attended, came.has(shown.signupId), isRestAway);
    return attended === shown.attended ? [] : [{ signupId: shown.signupId, attended }];
  });
}

function attendedNow(shown: boolean | null, isTicked: boolean, isRestAway: boolean): boolean | null {
  if (isTicked) return true;
  if (isRestAway || shown === false) return false;
  return null;
}

function readMark(mark: FormDataEntryValue): AttendanceNote | undefined {
  if (typeof mark !== "string") return undefined;
  const [signupId = "", word = ""] = mark.split(" ");
  if (!isUuid(signupId) || !isMark(word)) return undefined;
  return { signupId, attended: marks[word] };
}

function isMark(word: string): word is keyof typeof marks {
  return Object.hasOwn(marks, word);
}

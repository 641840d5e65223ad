import type { ImportOutcome, ImportResult } from "#app/events/attendance/import-attendance.server.ts";
import type { AbsentOutcome } from "#app/events/attendance/mark-absent.server.ts";
import { type AttendanceFile, maxAttendanceRows } from "#app/events/attendance/read-attendance-csv.ts";
import { attendanceRefusals } from "#app/staff/events/events.messages.ts";

export const importTexts = {
  title: "Import attendance",
  lead: "The first row names the columns: Email, Name or both. Nothing is recorded until you confirm the report.",
  file: "CSV file",
  paste: "Or paste the rows",
  check: "Check rows",
  report: "Results by row",
  none: "No rows match anyone to mark, so there is nothing to record.",
  confirm: (count: number) => `Mark ${count} ${count === 1 ? "person" : "people"} as attended`,
  absent: (count: number) =>
    count === 1
      ? "Also mark the 1 other person without recorded attendance as absent"
      : `Also mark the ${count} other people without recorded attendance as absent`,
  absentHint: "Rows above that are unknown, malformed or ambiguous mark no one. Check them first.",
} as const;

export const absentTexts = {
  title: "Mark absent",
  question: (count: number) =>
    count === 1
      ? "Mark the 1 person without recorded attendance as absent?"
      : `Mark the ${count} people without recorded attendance as absent?`,
  recorded: "Attendance that is already recorded does not change.",
  correct: "You can correct each person afterward in the list of attendees.",
  replay: "“Sorry we missed you” messages go to people who are recorded as absent.",
  none: "Attendance is recorded for everyone with a seat.",
  act: "Mark as absent",
  keep: "Back",
} as const;

export const absentRefusals: Record<Extract<AbsentOutcome, { ok: false }>["reason"], string> = {
  ...attendanceRefusals,
  "not-over": "The event has not ended, so people can still join. You can mark them as absent once it ends.",
  "changed-meanwhile":
    "A colleague recorded attendance in the meantime, so no one was marked. Please check the number below.",
};

export const resultNames: Record<ImportResult, string> = {
  mark: "will be marked as attended",
  marked: "already marked",
  unknown: "Unknown: no seat with this email or name",
  waiting: "on the waiting list, without a seat",
  ambiguous: "Several people have this name. Use the email instead.",
  duplicate: "duplicate of an earlier row",
  malformed: "Malformed: wrong number of columns, or no valid email or name",
};

export const fileRefusals: Record<Extract<AttendanceFile, { ok: false }>["reason"], string> = {
  empty: "There are no rows to import. Choose a file or paste its rows.",
  "no-column": "The first row must name a column “Email” or “Name”.",
  "open-quote": "A quotation mark is never closed, so the rows cannot be separated. Please correct the file.",
  "too-many": `The file has more than ${maxAttendanceRows} rows. Please import it in parts.`,
};

export const importRefusals: Record<Extract<ImportOutcome, { ok: false }>["reason"], string> = {
  ...attendanceRefusals,
  "not-over": absentRefusals["not-over"],
  "changed-meanwhile":
    "Seats or attendance have changed since the report, so nothing was recorded. Please check the file again.",
};

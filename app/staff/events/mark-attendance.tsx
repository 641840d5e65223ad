import { Form } from "react-router";
import type { AttendeeMatch } from "#app/events/attendance/mark-attendee.server.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { attendanceFields, formatMark } from "./attendance.ts";
import { eventTexts } from "./events.messages.ts";

/** A text that did not name exactly one person. */
export type MarkDraft = { typed: string; error: string; matches: readonly AttendeeMatch[] };

/** The alert that names the person who was just marked. The field describes itself by it, because the field has the focus. */
export const markedId = "marked";

/**
 * The field that marks a person as attended when Enter is pressed. If several people match, each has a button.
 * @param isRepeated whether a person was just marked, so that the next one can be typed immediately
 */
export function MarkAttendance({ draft, isRepeated }: { draft: MarkDraft | undefined; isRepeated: boolean }) {
  const { typed = "", error, matches = [] } = draft ?? {};
  return (
    <div className="mark-attendance">
      <Form method="post" aria-label={eventTexts.markHeading}>
        <Field
          label={eventTexts.markHeading}
          hint={eventTexts.markHint}
          name={attendanceFields.mark}
          defaultValue={typed}
          error={error}
          describedBy={isRepeated ? markedId : undefined}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- this page responds to this field, and people mark one person after the other
          autoFocus={isRepeated || error !== undefined}
        />
        <button type="submit" className="btn">
          {eventTexts.markOne}
        </button>
      </Form>
      {matches.length === 0 ? null : (
        <Form method="post" aria-label={eventTexts.matches}>
          <ul>
            {matches.map(({ id, name, email, placeNumber, attended }) => (
              <li key={id}>
                <button
                  type="submit"
                  className="btn"
                  name={attendanceFields.one}
                  value={formatMark(id, true)}
                  disabled={attended === true}
                >
                  {attended === true ? eventTexts.marked : eventTexts.markOne}
                  <span className="unseen">{`: ${name}`}</span>
                </button>
                <span>{`${name}, ${email}, ${eventTexts.seat(placeNumber)}`}</span>
              </li>
            ))}
          </ul>
        </Form>
      )}
    </div>
  );
}

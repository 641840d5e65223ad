import { Form, Link } from "react-router";
import type { ImportRow } from "#app/events/attendance/import-attendance.server.ts";
import type { Unrecorded } from "#app/events/attendance/mark-absent.server.ts";
import { eventTexts } from "#app/staff/events/events.messages.ts";
import { attendanceAbsentPath } from "#app/staff/paths/event-paths.ts";
import { absentTexts, importTexts, resultNames } from "./attendance-import.messages.ts";
import "#app/staff/data-table/data-table.css";

/** Checked, with the version of the others, if all of them were absent. */
export const absentField = "absent";

/** A longer file would exceed the limit of a request together with the ids. */
const maxRepeatedCharacters = 20_000;

/** The people whom a report marks. */
export function listMarked(report: readonly ImportRow[]): string[] {
  return report.flatMap(({ result, person }) => (result === "mark" && person ? [person.id] : []));
}

/**
 * The report of a file, row by row, and the button that records exactly its people.
 * @param text the file, which the form sends again so that it is displayed if the report is outdated
 * @param others those who can be recorded as absent; undefined before the end of the event
 */
export function ImportReport({
  eventId,
  text,
  report,
  others,
}: {
  eventId: string;
  text: string;
  report: readonly ImportRow[];
  others: Unrecorded | undefined;
}) {
  const toMark = listMarked(report);
  return (
    <section className="sheet" aria-labelledby="report">
      <h2 id="report">{importTexts.report}</h2>
      <ol>
        {report.map(({ number, result, person }) => (
          <li key={number} value={number}>
            {person === undefined ? "" : `${person.name}: `}
            {resultNames[result]}
          </li>
        ))}
      </ol>
      {toMark.length === 0 ? (
        <>
          <p>{importTexts.none}</p>
          {others === undefined || others.count === 0 ? null : (
            <Link className="btn" to={attendanceAbsentPath(eventId)}>
              {eventTexts.absent(others.count)}
            </Link>
          )}
        </>
      ) : (
        <Form method="post" encType="multipart/form-data">
          <input type="hidden" name="ids" value={toMark.join()} />
          {text.length > maxRepeatedCharacters ? null : <input type="hidden" name="csv" value={text} />}
          {others === undefined || others.count === 0 ? null : (
            <>
              <label className="box">
                <input
                  type="checkbox"
                  name={absentField}
                  value={others.version}
                  aria-describedby="absent-hint"
                />
                {importTexts.absent(others.count)}
              </label>
              <p className="soft" id="absent-hint">
                {importTexts.absentHint} {absentTexts.correct}
              </p>
            </>
          )}
          <button type="submit" className="btn press">
            {importTexts.confirm(toMark.length)}
          </button>
        </Form>
      )}
    </section>
  );
}

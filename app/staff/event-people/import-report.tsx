import { Form } from "react-router";
import type { ImportRow } from "#app/events/attendance/import-attendance.server.ts";
import { importTexts, resultNames } from "./attendance-import.messages.ts";
import "#app/staff/data-table/data-table.css";

/** The report of a file, row by row, and the button that records exactly its people. */
export function ImportReport({ report }: { report: readonly ImportRow[] }) {
  const toMark = report.flatMap(({ result, person }) => (result === "mark" && person ? [person.id] : []));
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
        <p>{importTexts.none}</p>
      ) : (
        <Form method="post">
          <input type="hidden" name="ids" value={toMark.join()} />
          <button type="submit" className="btn press">
            {importTexts.confirm(toMark.length)}
          </button>
        </Form>
      )}
    </section>
  );
}

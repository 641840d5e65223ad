import { Form } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { recordTexts } from "./record.messages.ts";
import type { RecordView } from "./record-view.server.ts";

/** The choice of a page, a day and a minute in the firm's time zone. */
export function RecordForm({ view: { pages: published, fields, note } }: { view: RecordView }) {
  return (
    <Form method="get" action={pages.record.path} className="record-form" aria-label={recordTexts.form}>
      <div className="field page">
        <label htmlFor="page">{recordTexts.page}</label>
        <select id="page" name="page" defaultValue={fields.page}>
          {published.map(({ path, title }) => (
            <option value={path} key={path}>
              {`${withoutFirm(title)}, ${path}`}
            </option>
          ))}
        </select>
      </div>
      <Field name="date" type="date" label={recordTexts.date} defaultValue={fields.date} />
      <Field name="time" type="time" label={recordTexts.time(fields.zone)} defaultValue={fields.time} />
      <button type="submit" className="btn">
        {recordTexts.show}
      </button>
      {note === undefined ? null : <p className="soft small">{note}</p>}
    </Form>
  );
}

/** Titles of most pages end with the name of the firm. */
function withoutFirm(title: string): string {
  return title.split(" | ")[0] ?? title;
}

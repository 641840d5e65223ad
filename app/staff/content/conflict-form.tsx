import { Form } from "react-router";
import { flagOff, flagOn } from "#app/staff/content-form/apply-fields.ts";
import {
  choicePrefix,
  fieldPrefix,
  seenField,
  type TypedDifference,
} from "#app/staff/content-form/form-fields.ts";
import { describePath } from "#app/staff/content-form/form-labels.ts";
import { SeenChange } from "#app/staff/content-review/seen-change.tsx";
import { conflictTexts } from "./content.messages.ts";
import type { DocumentView } from "./document-view.server.ts";

/** What was typed beside a colleague’s version of the draft, field by field. */
export function ConflictForm({
  conflict: { isClosed, typed },
  view: { name, change, editor },
}: {
  conflict: { isClosed: boolean; typed: readonly TypedDifference[] };
  view: DocumentView;
}) {
  const conflicts = typed.filter(({ isConflict }) => isConflict);
  const kept = typed.filter(({ isConflict }) => !isConflict);
  if (isClosed || change === undefined || editor === undefined) {
    return <TypedTexts document={name} typed={typed} />;
  }
  return (
    <section aria-labelledby="conflict" className="conflict">
      <h2 id="conflict">{conflictTexts.heading}</h2>
      <p className="soft">{conflictTexts.about}</p>
      <Form method="post">
        <SeenChange change={change} />
        <input type="hidden" name={seenField} value={editor.seen} />
        {conflicts.map((difference) => (
          <Choice label={describePath(name, difference.path)} difference={difference} key={difference.path} />
        ))}
        {kept.length === 0 ? null : <p>{conflictTexts.kept}</p>}
        <ul>
          {kept.map(({ path, mine }) => (
            <li key={path}>
              <input type="hidden" name={fieldPrefix + path} value={mine} />
              {`${describePath(name, path)}: ${describeValue(mine)}`}
            </li>
          ))}
        </ul>
        <p className="acts">
          <button type="submit" name="do" value="save" className="btn press">
            {conflictTexts.save}
          </button>
        </p>
      </Form>
    </section>
  );
}

function Choice({
  label,
  difference: { path, mine, theirs },
}: {
  label: string;
  difference: TypedDifference;
}) {
  const name = choicePrefix + path;
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      <input type="hidden" name={fieldPrefix + path} value={mine} />
      <label>
        <input type="radio" name={name} value="theirs" defaultChecked={theirs === undefined} />
        <span>
          <b>{conflictTexts.theirs}</b>
          <br />
          {theirs === undefined ? conflictTexts.gone : describeValue(theirs)}
        </span>
      </label>
      <label>
        <input
          type="radio"
          name={name}
          value="mine"
          defaultChecked={theirs !== undefined}
          disabled={theirs === undefined}
        />
        <span>
          <b>{conflictTexts.mine}</b>
          <br />
          {describeValue(mine)}
        </span>
      </label>
    </fieldset>
  );
}

/** The draft is closed, so what was typed can only be copied. */
function TypedTexts({ document, typed }: { document: string; typed: readonly TypedDifference[] }) {
  if (typed.length === 0) return null;
  return (
    <section aria-labelledby="typed" className="conflict">
      <h2 id="typed">{conflictTexts.closed}</h2>
      <dl className="fact-list">
        {typed.map(({ path, mine }) => (
          <div key={path}>
            <dt>{describePath(document, path)}</dt>
            <dd>{describeValue(mine)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function describeValue(value: string): string {
  if (value === flagOn) return conflictTexts.on;
  return value === flagOff ? conflictTexts.off : value;
}

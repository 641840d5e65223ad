import { Form, useLocation } from "react-router";
import { maximumLength } from "#app/platform/limits.ts";
import { affectedPeoplePath } from "#app/staff/paths/record-path.ts";
import { useOpened } from "#app/staff/session/use-opened.ts";
import { takeFocus } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import type { IncidentOutcome } from "./apply-incident-form.server.ts";
import { ChoiceField } from "#app/ui/fields/choice-field.tsx";
import type { createIncidentPageView } from "./incident-view.ts";
import { incidentTexts } from "./incidents.messages.ts";

type IncidentPageView = ReturnType<typeof createIncidentPageView>;

type Outcome = Exclude<IncidentOutcome, { kind: "noted" }> | undefined;

/** Every note, newest first, and the form for the next one. */
export function NotesSection({
  incident,
  canManage,
  ...form
}: {
  incident: IncidentPageView;
  canManage: boolean;
  outcome: Outcome;
  response: string | undefined;
}) {
  const { notes } = incident;
  return (
    <section aria-labelledby="notes">
      <h2 id="notes">{incidentTexts.notes}</h2>
      {notes.length === 0 ? <p className="soft">{incidentTexts.noNotes}</p> : null}
      <ol reversed>
        {notes.map((made) => (
          <li key={made.revision}>
            <p className="text">{made.note}</p>
            <p className="soft small">{`${made.state}. ${made.by}`}</p>
          </li>
        ))}
      </ol>
      {canManage ? <NoteForm incident={incident} {...form} /> : null}
    </section>
  );
}

/** @param response changes with each response to this form */
function NoteForm({
  incident: { revision, states, nextState, stateHint },
  outcome,
  response,
}: {
  incident: IncidentPageView;
  outcome: Outcome;
  response: string | undefined;
}) {
  const { values = {}, errors = {} } = findRefusal(outcome, "note") ?? {};
  const { opened, formKey } = useOpened({ revision, states, nextState, values, errors }, response);
  return (
    <Form method="post" className="sheet" aria-label={incidentTexts.addNote} data-draft="note" key={formKey}>
      <input type="hidden" name="revision" value={opened.revision} />
      <TextAreaField
        label={incidentTexts.note}
        name="note"
        rows={4}
        maxLength={maximumLength.freeText}
        defaultValue={opened.values["note"] ?? ""}
        error={opened.errors["note"]}
        required
      />
      <ChoiceField
        label={incidentTexts.state}
        hint={stateHint}
        name="state"
        choices={opened.states}
        defaultValue={opened.values["state"] ?? opened.nextState}
        error={opened.errors["state"]}
      />
      <div className="acts">
        <button type="submit" name="intent" value="note" className="btn press">
          {incidentTexts.saveNote}
        </button>
      </div>
    </Form>
  );
}

/** What was typed into a form, and its errors. */
function findRefusal(outcome: Outcome, intent: "note" | "find") {
  return outcome?.kind === "refused" && outcome.intent === intent ? outcome : undefined;
}

/** What was typed into the search, and its errors. */
function createSearchProps(outcome: Outcome) {
  const { values = {}, errors = {} } = findRefusal(outcome, "find") ?? {};
  const typed = outcome?.kind === "found" ? outcome.access : values;
  return (name: "who" | "from" | "to") => ({ name, defaultValue: typed[name] ?? "", error: errors[name] });
}

/** The search for the people whom an incident affects, with their number. */
export function AffectedSection({ id, today, outcome }: { id: number; today: string; outcome: Outcome }) {
  const { key } = useLocation();
  const props = createSearchProps(outcome);
  const day = { type: "date", max: today, required: true };
  return (
    <section aria-labelledby="affected">
      <h2 id="affected">{incidentTexts.affected}</h2>
      <p className="soft text">{incidentTexts.affectedAbout}</p>
      <Form method="post" className="sheet" aria-label={incidentTexts.affected} data-draft="affected">
        <Field
          label={incidentTexts.who}
          hint={incidentTexts.whoHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={maximumLength.email}
          required
          {...props("who")}
        />
        <div className="pair">
          <Field label={incidentTexts.from} {...day} {...props("from")} />
          <Field label={incidentTexts.to} {...day} {...props("to")} />
        </div>
        <div className="acts">
          <button type="submit" name="intent" value="find" className="btn">
            {incidentTexts.find}
          </button>
        </div>
      </Form>
      {outcome?.kind === "found" ? <Found id={id} outcome={outcome} key={key} /> : null}
    </section>
  );
}

function Found({
  id,
  outcome: { access, counts },
}: {
  id: number;
  outcome: Extract<IncidentOutcome, { kind: "found" }>;
}) {
  return (
    <form method="post" action={affectedPeoplePath(id)}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is the response to a search, and this is its result */}
      <p className="text" role="status" tabIndex={-1} autoFocus ref={takeFocus}>
        <b>{incidentTexts.found(counts.record, counts.list)}</b>{" "}
        {incidentTexts.lists(counts.viewed, counts.exported)} {incidentTexts.erased(counts.erased)}{" "}
        {incidentTexts.addresses}
      </p>
      {Object.entries(access).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <div className="acts">
        <button type="submit" className="btn">
          {incidentTexts.export}
        </button>
      </div>
    </form>
  );
}

import { useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import { editorId, seenField } from "#app/staff/content-form/form-fields.ts";
import { type FieldErrors, NodeFields } from "#app/staff/content-form/node-fields.tsx";
import { SeenChange } from "#app/staff/content-review/seen-change.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { maximumLength } from "#app/platform/limits.ts";
import { documentTexts } from "./content.messages.ts";
import type { ChangeView, EditorView, MistakeView, PartView } from "./document-view.server.ts";

/** The fields of one part of a draft, with the index of all parts. Each button saves what was typed. */
export function Editor({
  change,
  editor,
  refusal,
}: {
  change: ChangeView;
  editor: EditorView;
  refusal: { text: string; field?: string | undefined } | undefined;
}) {
  const { parts, part, mistakes, seen } = editor;
  const errors: FieldErrors = Object.fromEntries(mistakes.map(({ path, message }) => [path, message]));
  const [first] = part.nodes;
  const isWhole = part.nodes.length === 1 && first !== undefined;
  useFocusedAnchor();
  return (
    <section className="content-form" aria-labelledby="fields">
      <h2 id="fields" className="unseen">
        {documentTexts.fields}
      </h2>
      <Form method="post" id={editorId} noValidate preventScrollReset data-draft={`part ${part.id}`}>
        <SeenChange change={change} />
        <input type="hidden" name={seenField} value={seen} />
        {/* The Enter key in a field saves, and does not press the first button of a list. */}
        <button type="submit" name="do" value="save" className="unseen" tabIndex={-1} aria-hidden="true">
          {documentTexts.save}
        </button>
        <Mistakes mistakes={mistakes} part={part.id} />
        {parts.length > 1 ? <Parts parts={parts} /> : null}
        <h3 className="part-title" id="part">
          {part.label}
        </h3>
        <div className="nodes">
          {part.nodes.map((node) => (
            <NodeFields
              node={node}
              errors={errors}
              isOutline={part.isOutline}
              isRoot={isWhole}
              key={node.path}
            />
          ))}
        </div>
        <TextAreaField
          label={documentTexts.reason}
          name="reason"
          hint={documentTexts.reasonHint}
          defaultValue={change.reason}
          rows={2}
          maxLength={maximumLength.freeText}
          {...fieldError(refusal?.field === "reason" ? documentTexts.reasonMissing : undefined)}
        />
        <p className="acts end">
          <button type="submit" name="do" value="save" className="btn">
            {documentTexts.save}
          </button>
        </p>
      </Form>
    </section>
  );
}

/** Moves the focus to the item that was moved or added. */
function useFocusedAnchor(): void {
  const { hash, key } = useLocation();
  const focused = useRef("");
  useEffect(() => {
    if (hash === "" || focused.current === key) return;
    focused.current = key;
    document.getElementById(decodeURIComponent(hash.slice(1)))?.focus();
  }, [hash, key]);
}

/** The mistakes of the draft. Those of other parts lead there, which saves what was typed. */
function Mistakes({ mistakes, part }: { mistakes: readonly MistakeView[]; part: string }) {
  if (mistakes.length === 0) return null;
  return (
    <div className="content-notice bad" role="group" aria-labelledby="mistakes">
      <h3 id="mistakes">{documentTexts.mistakesHeading(mistakes.length)}</h3>
      <ul>
        {mistakes.slice(0, maxMistakes).map((mistake, index) => (
          <li key={index}>
            {mistake.part === part ? (
              <a href={`#content.${mistake.path}`}>{mistake.label}</a>
            ) : (
              <button type="submit" name="do" value={`open:${mistake.part}`} className="link">
                {mistake.label}
              </button>
            )}
            {`: ${mistake.message}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

const maxMistakes = 20;

/** The index of the parts. Opening another part saves this one. */
function Parts({ parts }: { parts: readonly PartView[] }) {
  return (
    <nav className="parts" aria-label={documentTexts.parts}>
      <ol>
        {parts.map(({ id, label, level, isCurrent, isChanged, mistakes }) => (
          <li className={level > 0 ? "inner" : undefined} key={id}>
            <button
              type="submit"
              name="do"
              value={`open:${id}`}
              className="link"
              aria-current={isCurrent ? "true" : undefined}
            >
              {label}
            </button>
            {mistakes > 0 ? <span className="tag bad">{documentTexts.mistakes(mistakes)}</span> : null}
            {isChanged && mistakes === 0 ? <span className="tag high">{documentTexts.changed}</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}

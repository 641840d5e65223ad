import { type FormEvent, useState } from "react";
import { FieldError, FieldHint, fieldWiring } from "#app/ui/fields/field.tsx";
import { flagOff, flagOn } from "./apply-fields.ts";
import { formTexts } from "./form.messages.ts";
import { fieldPrefix } from "./form-fields.ts";
import type { ChoiceNode, FlagNode, LeafNode, NumberNode, TextNode } from "./form-node.ts";
import "#app/ui/fields/form.css";

type LeafProps<Node> = { node: Node; error: string | undefined };

/** The field of a text, number, choice or check box of a document. */
export function LeafField({ node, error }: LeafProps<LeafNode>) {
  if (node.isLocked) return <LockedField node={node} />;
  if (node.kind === "text") return <TextField node={node} error={error} />;
  if (node.kind === "number") return <NumberField node={node} error={error} />;
  return node.kind === "choice" ? (
    <ChoiceField node={node} error={error} />
  ) : (
    <FlagField node={node} error={error} />
  );
}

function LockedField({ node }: { node: LeafNode }) {
  const id = fieldPrefix + node.path;
  const value = node.kind === "flag" ? (node.isOn ? "Yes" : "No") : node.value;
  return (
    <div className="field">
      <label htmlFor={id}>{node.label}</label>
      <input
        id={id}
        className="locked"
        value={value}
        readOnly
        {...fieldWiring(id, { hint: formTexts.locked, error: undefined })}
      />
      <FieldHint name={id} hint={formTexts.locked} />
    </div>
  );
}

/** More than any field of the site needs, such as an article. The whole form must fit into a request. */
const maxTyped = 40_000;

function TextField({ node, error }: LeafProps<TextNode>) {
  const { path, label, hint, value, input, maxLength, isOptional, isRemovable } = node;
  const id = fieldPrefix + path;
  const countId = `${id}-length`;
  const [length, setLength] = useState(value.length);
  const props = {
    id,
    name: id,
    defaultValue: value,
    maxLength: maxTyped,
    required: !isOptional,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setLength(event.currentTarget.value.trim().length),
    ...fieldWiring(id, { hint, error, describedBy: maxLength === undefined ? undefined : countId }),
  };
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {maxLength === undefined ? null : (
          <span id={countId} className={length > maxLength ? "length over" : "length"}>
            {formTexts.count(length, maxLength)}
          </span>
        )}
      </div>
      <FieldHint name={id} hint={hint} />
      {input === "paragraph" ? (
        <textarea rows={countRows(value)} {...props} />
      ) : (
        <input type={input === "date" ? "date" : "text"} {...props} />
      )}
      <FieldError name={id} message={error} />
      {isRemovable ? <Withdraw path={path} name={label} /> : null}
    </div>
  );
}

function Withdraw({ path, name }: { path: string; name: string }) {
  return (
    <details className="discard">
      <summary>{formTexts.withdraw}</summary>
      <div className="acts">
        <p className="soft small">{formTexts.withdrawHint}</p>
        <button type="submit" name="do" value={`remove:${path}`} className="btn destructive">
          {formTexts.confirmWithdraw(name)}
        </button>
      </div>
    </details>
  );
}

/** Browsers that size fields by their content do not need it. */
function countRows(text: string): number {
  const lines = text.split("\n").map((line) => Math.max(1, Math.ceil(line.length / 60)));
  return Math.min(
    12,
    lines.reduce((sum, rows) => sum + rows, 0),
  );
}

function NumberField({ node, error }: LeafProps<NumberNode>) {
  const { path, label, hint, value, isOptional } = node;
  const id = fieldPrefix + path;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FieldHint name={id} hint={hint} />
      <input
        id={id}
        name={id}
        inputMode="decimal"
        defaultValue={value}
        maxLength={30}
        required={!isOptional}
        {...fieldWiring(id, { hint, error })}
      />
      <FieldError name={id} message={error} />
    </div>
  );
}

function ChoiceField({ node, error }: LeafProps<ChoiceNode>) {
  const { path, label, hint, value, choices, isOptional } = node;
  const id = fieldPrefix + path;
  const isKnown = choices.includes(value) || value === "";
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FieldHint name={id} hint={hint} />
      <select id={id} name={id} defaultValue={value} {...fieldWiring(id, { hint, error })}>
        {isOptional || value === "" ? <option value="">{formTexts.none}</option> : null}
        {(isKnown ? choices : [value, ...choices]).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <FieldError name={id} message={error} />
    </div>
  );
}

function FlagField({ node, error }: LeafProps<FlagNode>) {
  const { path, label, hint, isOn } = node;
  const id = fieldPrefix + path;
  return (
    <div className="field flag">
      <input type="hidden" name={id} value={flagOff} />
      <label className="box">
        <input
          id={id}
          type="checkbox"
          name={id}
          value={flagOn}
          defaultChecked={isOn}
          {...fieldWiring(id, { hint, error })}
        />
        {label}
      </label>
      <FieldHint name={id} hint={hint} />
      <FieldError name={id} message={error} />
    </div>
  );
}

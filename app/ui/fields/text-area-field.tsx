import type { ComponentProps } from "react";
import { FieldError, FieldHint, fieldWiring } from "./field.tsx";
import "./form.css";

type TextAreaFieldProps = ComponentProps<"textarea"> & {
  /** Also the field's id, so it must be the only one of its name on the page. */
  name: string;
  label: string;
  /** What to write here, in a few words below the label. */
  hint?: string;
  /** What is wrong with the value; announced with the field. */
  error?: string | undefined;
};

/**
 * A labelled field for text of several lines. Everything else that a `textarea` takes is handed on.
 * @example <TextAreaField label="Questions" name="questions" rows={3} error={errors.questions} />
 */
export function TextAreaField({ label, name, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <FieldHint name={name} hint={hint} />
      <textarea id={name} name={name} {...area} {...fieldWiring(name, { hint, error })} />
      <FieldError name={name} message={error} />
    </div>
  );
}

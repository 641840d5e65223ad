import type { ComponentProps } from "react";
import { FieldError, FieldHint, fieldWiring } from "./field.tsx";
import "./form.css";

type TextAreaFieldProps = ComponentProps<"textarea"> & {
  /** Also the id of the field, so it must be unique on the page. */
  name: string;
  label: string;
  /** A short hint below the label. */
  hint?: string;
  /** The error of the value, announced with the field. */
  error?: string | undefined;
};

/**
 * A labeled multi-line text field. Other props are passed to the `textarea`.
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

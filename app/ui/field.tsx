import type { ComponentProps } from "react";
import "./form.css";

type FieldProps = ComponentProps<"input"> & {
  /** Also the field's id, so it must be the only one of its name on the page. */
  name: string;
  label: string;
  /** What is wrong with the value; announced with the field. */
  error?: string | undefined;
};

/**
 * A labelled text field with its error below it. Everything else that an `input` takes is handed on.
 * @example <Field label="Email" name="email" type="email" autoComplete="email" required error={errors.email} />
 */
export function Field({ label, name, error, type = "text", ...input }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={type} {...input} {...errorWiring(name, error)} />
      <FieldError name={name} message={error} />
    </div>
  );
}

/** The error of a field or group, where it has one. Goes with `errorWiring` on the field itself. */
export function FieldError({ name, message }: { name: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="error" id={errorId(name)}>
      {message}
    </p>
  );
}

/** The attributes that tie a field or group to its error. */
export function errorWiring(name: string, error: string | undefined) {
  return error === undefined ? {} : ({ "aria-invalid": true, "aria-describedby": errorId(name) } as const);
}

function errorId(name: string): string {
  return `${name}-error`;
}

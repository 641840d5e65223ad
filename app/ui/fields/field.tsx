import type { ComponentProps } from "react";
import "./form.css";

type FieldProps = ComponentProps<"input"> & {
  /** Also the default id of the field, so it must be unique on the page. */
  name: string;
  label: string;
  /** A short hint below the label. */
  hint?: string;
  /** The error of the value, announced with the field. */
  error?: string | undefined;
  /** The id of another text that is announced with the field. */
  describedBy?: string | undefined;
};

/**
 * A labeled text field with its error below it. Other props are passed to the `input`.
 * @example <Field label="Email" name="email" type="email" autoComplete="email" required error={errors.email} />
 */
export function Field({
  label,
  name,
  id = name,
  hint,
  error,
  describedBy,
  type = "text",
  ...input
}: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FieldHint name={id} hint={hint} />
      <input id={id} name={name} type={type} {...input} {...fieldWiring(id, { hint, error, describedBy })} />
      <FieldError name={id} message={error} />
    </div>
  );
}

/** The hint of a field, if it has one. Use it with `fieldWiring` on the field. */
export function FieldHint({ name, hint }: { name: string; hint: string | undefined }) {
  if (hint === undefined) return null;
  return (
    <p className="hint" id={hintId(name)}>
      {hint}
    </p>
  );
}

/** The error of a field or group, if it has one. Use it with `errorWiring` on the field. */
export function FieldError({ name, message }: { name: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className="error" id={errorId(name)}>
      {message}
    </p>
  );
}

/** The attributes that associate a field or group with its error. */
export function errorWiring(name: string, error: string | undefined) {
  return error === undefined ? {} : ({ "aria-invalid": true, "aria-describedby": errorId(name) } as const);
}

/**
 * The attributes that associate a field with its hint and its error.
 * @param describedBy the id of another text, announced before them
 */
export function fieldWiring(
  name: string,
  {
    hint,
    error,
    describedBy,
  }: { hint: string | undefined; error: string | undefined; describedBy?: string | undefined },
) {
  const ids = [
    ...(describedBy === undefined ? [] : [describedBy]),
    ...(hint === undefined ? [] : [hintId(name)]),
    ...(error === undefined ? [] : [errorId(name)]),
  ];
  return {
    ...errorWiring(name, error),
    ...(ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") }),
  };
}

function hintId(name: string): string {
  return `${name}-hint`;
}

function errorId(name: string): string {
  return `${name}-error`;
}

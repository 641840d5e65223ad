import type { ComponentProps } from "react";
import { FieldError, FieldHint, fieldWiring } from "./field.tsx";

/** A labeled select with its choices. Other props are passed to the `select`. */
export function ChoiceField({
  label,
  name,
  hint,
  error,
  choices,
  missing,
  ...select
}: ComponentProps<"select"> & {
  label: string;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
  choices: Readonly<Record<string, string>>;
  /** The text while nothing is chosen; without it, a choice is made from the start. */
  missing?: string;
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <FieldHint name={name} hint={hint} />
      <select id={name} name={name} {...select} {...fieldWiring(name, { hint, error })}>
        {missing === undefined ? null : (
          <option value="" disabled>
            {missing}
          </option>
        )}
        {Object.entries(choices).map(([value, text]) => (
          <option value={value} key={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldError name={name} message={error} />
    </div>
  );
}

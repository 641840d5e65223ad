import { Field } from "#app/ui/field.tsx";

/** An address that is settled: shown so that a person, and their password manager, knows whose password is asked for. */
export function KnownEmail({ email }: { email: string }) {
  return <Field label="Email" name="username" type="email" autoComplete="username" readOnly value={email} />;
}

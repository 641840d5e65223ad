import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/field-error.ts";
import { PasswordField } from "#app/staff/auth-forms/password-field.tsx";
import { Field } from "#app/ui/field.tsx";
import type { LinkFormState } from "./link-form.ts";
import { setUpMessages } from "./links.messages.ts";

export type SetUpState = LinkFormState<"name" | "email" | "password">;

/** The account of the first owner. */
export function SetUpCard({ script, alert, values = {}, errors = {} }: SetUpState & { script: string }) {
  return (
    <AccessCard title={setUpMessages.title} script={script}>
      <p className="soft">{setUpMessages.lead}</p>
      {alert === undefined ? null : <Alert {...alert} />}
      <BusyForm button={setUpMessages.button}>
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={maximumLength.name}
          defaultValue={values.name}
          {...fieldError(errors.name)}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={maximumLength.email}
          defaultValue={values.email}
          {...fieldError(errors.email)}
        />
        <PasswordField
          autoComplete="new-password"
          minLength={passwordLength.minimum}
          maxLength={passwordLength.maximum}
          {...fieldError(errors.password)}
        />
      </BusyForm>
    </AccessCard>
  );
}

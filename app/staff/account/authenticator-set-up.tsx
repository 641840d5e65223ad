import { useLocation } from "react-router";
import type { AuthenticatorView } from "./account-outcome.ts";
import { pages } from "#app/pages/registry.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { Field } from "#app/ui/field.tsx";
import { AuthenticatorSecret } from "./authenticator-secret.tsx";
import { ActionForm } from "./action-form.tsx";

/** Two steps: the secret goes into the app, and its first code comes back. */
export function AuthenticatorSetUp({
  authenticator,
  error,
}: {
  authenticator: AuthenticatorView;
  error?: string;
}) {
  const { key } = useLocation();
  return (
    <ol className="steps">
      <li>
        <p
          tabIndex={-1}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripting: it answers a press of a button, and stands far below
          autoFocus={error === undefined}
          data-next
        >
          <b>Scan this with your authenticator app</b>, or type the key into it.
        </p>
        <AuthenticatorSecret {...authenticator} />
      </li>
      <li>
        <ActionForm intent="confirm-authenticator" label="Confirm" press>
          <Field
            // Empty again for the next code.
            key={key}
            label="The six digits that it shows now"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
            {...fieldError(error)}
          />
        </ActionForm>
        <p>
          <a className="btn quiet" href={pages.account.path}>
            Not now
          </a>
        </p>
      </li>
    </ol>
  );
}

import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { passwordMessages } from "./credentials.messages.ts";
import "./password-fields.css";

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "label" | "name" | "type" | "required"> & {
  autoComplete: "current-password" | "new-password";
  label?: string;
  name?: string;
};

/**
 * A password field with a Show button. React enables the button on pages that the router hydrates, and
 * `auth-island/sign-in.island.client.ts` on the others.
 */
export function PasswordField({
  label = "Password",
  name = "password",
  id = name,
  ...input
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <div className="password-field">
      <Field
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        id={id}
        label={label}
        name={name}
        type={isShown ? "text" : "password"}
        required
      />
      <button
        type="button"
        hidden={!isHydrated}
        aria-controls={id}
        data-shows={id}
        onClick={() => setIsShown(!isShown)}
      >
        <span>{isShown ? "Hide" : "Show"}</span>
        <span className="unseen"> {label.toLowerCase()}</span>
      </button>
    </div>
  );
}

/** Field for a new password of an account with a role. */
export function NewPasswordField({
  error,
  ...named
}: {
  label?: string;
  name?: string;
  error: string | undefined;
}) {
  return (
    <PasswordField
      {...named}
      hint={passwordMessages.hint}
      autoComplete="new-password"
      minLength={passwordLength.minimum}
      maxLength={passwordLength.maximum}
      {...fieldError(error)}
    />
  );
}

/** The account's email address, read-only, so that people and password managers know which password is requested. */
export function AccountEmail({ email }: { email: string }) {
  return <Field label="Email" name="username" type="email" autoComplete="username" readOnly value={email} />;
}

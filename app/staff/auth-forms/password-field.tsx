import { type ComponentProps, useState, useSyncExternalStore } from "react";
import { Field } from "#app/ui/field.tsx";
import "./password-field.css";

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "label" | "name" | "type" | "required"> & {
  autoComplete: "current-password" | "new-password";
  label?: string;
  name?: string;
};

/**
 * A password with a button that shows it, from the moment that the button can do so: where the router hydrates the page by
 * React, on an island's page by `island/show-password.client.ts`.
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

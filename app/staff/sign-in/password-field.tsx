import { type Ref, useState, useSyncExternalStore } from "react";
import { Field } from "#app/ui/field.tsx";

/** A password with a button that shows it, from the moment that the button can do so. */
export function PasswordField({
  error,
  ref,
  ...input
}: {
  autoComplete: "current-password" | "new-password";
  minLength?: number;
  maxLength?: number;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}) {
  const [isShown, setIsShown] = useState(false);
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <div className="password-field">
      <Field
        {...input}
        ref={ref}
        label="Password"
        name="password"
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={error}
      />
      {isHydrated ? (
        <button type="button" aria-controls="password" onClick={() => setIsShown(!isShown)}>
          {isShown ? "Hide" : "Show"}
          <span className="unseen"> password</span>
        </button>
      ) : null}
    </div>
  );
}

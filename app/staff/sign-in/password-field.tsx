import { type Ref, useState } from "react";
import { Field } from "#app/ui/field.tsx";

/** A password with a button that shows it. The style sheet leaves the button out where scripting is off. */
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
      <button type="button" aria-controls="password" onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide" : "Show"}
        <span className="unseen"> password</span>
      </button>
    </div>
  );
}

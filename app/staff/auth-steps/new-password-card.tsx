import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { pages } from "#app/pages/registry.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/field-error.ts";
import { KnownEmail } from "#app/staff/auth-forms/known-email.tsx";
import { NewPasswordField } from "#app/staff/auth-forms/new-password-field.tsx";
import { PasswordField } from "#app/staff/auth-forms/password-field.tsx";
import { signInTexts } from "#app/staff/auth/sign-in.messages.ts";
import { SignOutButton } from "#app/staff/shell/sign-out-button.tsx";
import { type NewPasswordState, newPasswordTexts } from "./new-password.messages.ts";

/** Requires a longer password before the session allows anything else. */
export function NewPasswordCard({
  script,
  email,
  alert,
  errors = {},
}: NewPasswordState & { script: string; email: string }) {
  return (
    <AccessCard title={pages.newPassword.title} script={script}>
      <p>{newPasswordTexts.lead}</p>
      {alert === undefined ? null : <Alert {...alert} />}
      <BusyForm button={newPasswordTexts.button}>
        <KnownEmail email={email} />
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          maxLength={passwordLength.maximum}
          {...fieldError(errors.currentPassword)}
        />
        <NewPasswordField label="New password" name="newPassword" error={errors.newPassword} />
      </BusyForm>
      <p className="aside">
        <a href={pages.passwordReset.path}>{signInTexts.forgotten}</a>
      </p>
      <div className="leave">
        <SignOutButton />
      </div>
    </AccessCard>
  );
}

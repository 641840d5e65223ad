import { useLocation } from "react-router";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { pages } from "#app/pages/registry.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { NewPasswordField, PasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { ActionForm, findRefusal, Section, type SectionProps } from "./section.tsx";

/** The fields appear only after recent authentication, because re-authentication would discard what was typed. */
export function PasswordSection({ account, result, done }: SectionProps) {
  const { key } = useLocation();
  return (
    <Section part="password" title="Password" result={result} done={done}>
      <p className="soft">A new password signs you out everywhere else.</p>
      {account.hasRecentAuthentication ? (
        // Clears the fields after each response, because passwords are never sent back.
        <PasswordForm
          key={key}
          email={account.staff.email}
          errors={findRefusal(result, "password")?.fieldErrors}
        />
      ) : (
        <p>
          <a className="btn" href={stepUpPath(pages.account.path)}>
            Confirm your identity to change it
          </a>
        </p>
      )}
    </Section>
  );
}

function PasswordForm({
  email,
  errors,
}: {
  email: string;
  errors: Readonly<Partial<Record<string, string>>> | undefined;
}) {
  return (
    <ActionForm intent="change-password" label="Change password">
      {/* Tells password managers which account the password belongs to. */}
      <input
        className="unseen"
        type="text"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        maxLength={passwordLength.maximum}
        {...fieldError(errors?.["currentPassword"])}
      />
      <NewPasswordField label="New password" name="newPassword" error={errors?.["newPassword"]} />
    </ActionForm>
  );
}

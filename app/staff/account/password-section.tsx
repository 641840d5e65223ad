import { useLocation } from "react-router";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { pages } from "#app/pages/registry.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { PasswordField } from "#app/staff/auth-forms/password-field.tsx";
import { ActionForm } from "./action-form.tsx";
import { refusalOf, Section, type Shown } from "./section.tsx";

/** A new password. Its fields are there once the person has shown who they are: what they typed would be lost on the way. */
export function PasswordSection({ account, answer, done }: Shown) {
  const { key } = useLocation();
  return (
    <Section part="password" title="Password" answer={answer} done={done}>
      <p className="soft">A new password signs you out everywhere else.</p>
      {account.hasRecentAuthentication ? (
        // Empty again after each change, and after each refusal: passwords never come back.
        <PasswordForm
          key={key}
          email={account.staff.email}
          errors={refusalOf(answer, "password")?.fieldErrors}
        />
      ) : (
        <p>
          <a className="btn" href={stepUpPath(pages.account.path)}>
            Confirm that it is you to change it
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
      {/* Tells password managers whose password it is. */}
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
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={passwordMessages.hint}
        minLength={passwordLength.minimum}
        maxLength={passwordLength.maximum}
        {...fieldError(errors?.["newPassword"])}
      />
    </ActionForm>
  );
}

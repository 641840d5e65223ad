import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { pages } from "#app/pages/registry.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { signInPath, signOnStartPath } from "#app/staff/paths/sign-in-path.ts";
import { signOnButton } from "#app/staff/auth-forms/sign-on.messages.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert, type AlertState } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { PasskeyOffer } from "#app/staff/auth-forms/passkey-offer.tsx";
import { credentialTexts } from "#app/staff/auth-forms/credentials.messages.ts";
import { PasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { quickAccess, quickAccessMessages, signInTexts } from "./sign-in.messages.ts";
import { signInIntents, type Tab } from "#app/staff/paths/sign-in-tabs.ts";

/** State of the screen; without it, both forms are empty. */
export type SignInState = {
  tab: Tab;
  alert?: AlertState;
  values?: { email?: string };
  errors?: { email?: string; password?: string };
  /** An unconfirmed email address to which the link can be resent. */
  unconfirmed?: string;
};

/**
 * Specification section 2, “Auth”. It works without JavaScript; the island turns the two links into tabs.
 * @param to the staff page to open after sign-in
 * @param offersSignOn whether the firm has a provider of single sign-on
 */
export function SignInCard({
  script,
  to = pages.admin.path,
  offersSignOn = false,
  ...state
}: SignInState & { script: string; to?: string; offersSignOn?: boolean }) {
  const { tab, alert, unconfirmed } = state;
  return (
    <AccessCard title={pages.auth.title} script={script}>
      <div data-alerts>
        {alert === undefined ? null : <Alert {...alert} />}
        {unconfirmed === undefined ? null : (
          <ResendForm email={unconfirmed} action={signInPath({ from: to })} />
        )}
      </div>
      {/* The screen redirects people with a session to the page that they start with. */}
      <PasskeyOffer to={signInPath({ from: to })} messages={quickAccessMessages}>
        <BusyForm button={quickAccess} action={signInPath({ from: to })} intent={signInIntents.quickAccess} />
      </PasskeyOffer>
      {offersSignOn ? <BusyForm button={signOnButton} action={signOnStartPath(to)} intent="sign-in" /> : null}
      <p className="or">or with your password</p>
      <nav className="tabs" aria-label="Sign in or sign up" data-tabs>
        <TabLink of="sign-in" chosen={tab} to={to} />
        <TabLink of="sign-up" chosen={tab} to={to} />
      </nav>
      <section id="sign-in" aria-labelledby="sign-in-tab" hidden={tab !== "sign-in"}>
        <SignInForm to={to} {...(tab === "sign-in" ? state : {})} />
      </section>
      <section id="sign-up" aria-labelledby="sign-up-tab" hidden={tab !== "sign-up"}>
        <SignUpForm to={to} {...(tab === "sign-up" ? state : {})} />
      </section>
    </AccessCard>
  );
}

function TabLink({ of, chosen, to }: { of: Tab; chosen: Tab; to: string }) {
  return (
    <a
      id={`${of}-tab`}
      href={signInPath({ tab: of, from: to })}
      aria-current={of === chosen ? "page" : undefined}
    >
      {signInTexts.tabs[of]}
    </a>
  );
}

function ResendForm({ email, action }: { email: string; action: string }) {
  return (
    <BusyForm button={signInTexts.resend} action={action} intent={signInIntents.resend}>
      <input type="hidden" name="email" value={email} />
    </BusyForm>
  );
}

type FormState = Pick<SignInState, "values" | "errors"> & { to: string };

function SignInForm({ to, values = {}, errors = {} }: FormState) {
  return (
    <>
      <BusyForm button={signInTexts.signIn} action={signInPath({ from: to })} intent={signInIntents.signIn}>
        <EmailField id="email" value={values.email} error={errors.email} />
        <PasswordField
          placeholder={credentialTexts.passwordPlaceholder}
          autoComplete="current-password"
          {...fieldError(errors.password)}
        />
      </BusyForm>
      <p className="aside">
        <a href={pages.passwordReset.path}>{credentialTexts.forgotPassword}</a>
      </p>
    </>
  );
}

function SignUpForm({ to, values = {}, errors = {} }: FormState) {
  return (
    <>
      <BusyForm
        button={signInTexts.signUp}
        action={signInPath({ tab: "sign-up", from: to })}
        intent={signInIntents.signUp}
      >
        <EmailField id="new-email" value={values.email} error={errors.email} />
        <PasswordField
          id="new-password"
          placeholder={signInTexts.newPasswordPlaceholder}
          autoComplete="new-password"
          minLength={passwordLength.chosenMinimum}
          maxLength={passwordLength.maximum}
          {...fieldError(errors.password)}
        />
      </BusyForm>
      <p className="aside soft">{signInTexts.signUpNote}</p>
    </>
  );
}

function EmailField({
  id,
  value,
  error,
}: {
  id: string;
  value: string | undefined;
  error: string | undefined;
}) {
  return (
    <Field
      id={id}
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      placeholder={credentialTexts.emailPlaceholder}
      required
      maxLength={maximumLength.email}
      defaultValue={value}
      {...fieldError(error)}
    />
  );
}

import type { OpenLink } from "#app/identity/links/one-time-links.server.ts";
import { lastMomentBefore } from "#app/platform/end-of-day.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { longDayIn } from "#app/platform/zoned-time.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/field-error.ts";
import { KnownEmail } from "#app/staff/auth-forms/known-email.tsx";
import { NewPasswordField } from "#app/staff/auth-forms/new-password-field.tsx";
import { Field } from "#app/ui/field.tsx";
import { practice } from "#content/practice.ts";
import type { LinkFormState } from "./link-form.ts";
import { invitationTexts } from "./links.messages.ts";

export type InvitationState = LinkFormState<"name" | "password">;

/** Who invited whom to what, and what is missing to an account. */
export function InvitationCard({
  script,
  link: { email, role, roleEndsAt, inviterName },
  alert,
  values = {},
  errors = {},
}: InvitationState & {
  script: string;
  link: Pick<OpenLink, "email" | "role" | "roleEndsAt" | "inviterName">;
}) {
  const words = [
    invitationTexts.lead(inviterName, practice.firmName),
    invitationTexts.roles[role ?? "pending"],
    ...(roleEndsAt === null
      ? []
      : [invitationTexts.lastDay(longDayIn(practice.timeZone, lastMomentBefore(roleEndsAt)))]),
  ];
  return (
    <AccessCard title={invitationTexts.title} script={script}>
      <p>{words.join(" ")}</p>
      {alert === undefined ? null : <Alert {...alert} />}
      <BusyForm button={invitationTexts.button}>
        <KnownEmail email={email} />
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={maximumLength.name}
          defaultValue={values.name}
          {...fieldError(errors.name)}
        />
        <NewPasswordField error={errors.password} />
      </BusyForm>
    </AccessCard>
  );
}

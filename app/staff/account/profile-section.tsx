import { maximumLength } from "#app/platform/limits.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { Field } from "#app/ui/field.tsx";
import { ActionForm } from "./action-form.tsx";
import { refusalOf, Section, type Shown } from "./section.tsx";

/** Who somebody is to the others. The address is what they sign in with, and is changed by nobody. */
export function ProfileSection({ account, answer, done }: Shown) {
  const { name, email } = account.staff;
  const refusal = refusalOf(answer, "profile");
  return (
    <Section part="profile" title="Name and email" answer={answer} done={done}>
      <p className="soft">
        You sign in as <b>{email}</b>.
      </p>
      <ActionForm intent="rename" label="Save name">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={maximumLength.name}
          defaultValue={refusal?.values?.["name"] ?? name}
          {...fieldError(refusal?.fieldErrors?.["name"])}
        />
      </ActionForm>
    </Section>
  );
}

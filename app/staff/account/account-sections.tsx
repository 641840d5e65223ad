import { maximumLength } from "#app/platform/limits.ts";
import { type Scheme, schemes } from "#app/staff/shell/color-scheme.ts";
import { When } from "#app/staff/time/when.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { schemeTexts } from "./account.messages.ts";
import type { AccountView } from "./load-account.server.ts";
import { ActionForm, findRefusal, Section, type SectionProps } from "./section.tsx";

/** The email address cannot be changed, because it identifies the account. */
export function ProfileSection({ account, result, done }: SectionProps) {
  const { name, email } = account.staff;
  const refusal = findRefusal(result, "profile");
  return (
    <Section part="profile" title="Name and email" result={result} done={done}>
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

export function SchemeSection({ scheme, result, done }: Omit<SectionProps, "account"> & { scheme: Scheme }) {
  return (
    <Section part="scheme" title="Colors" result={result} done={done}>
      <p className="soft">{schemeTexts.scope}</p>
      <ActionForm intent="choose-scheme" label="Save colors">
        <div className="field">
          <label htmlFor="chosen-scheme">Colors</label>
          <select id="chosen-scheme" name="scheme" defaultValue={scheme} key={scheme}>
            {schemes.map((each) => (
              <option value={each} key={each}>
                {schemeTexts.names[each]}
              </option>
            ))}
          </select>
        </div>
      </ActionForm>
    </Section>
  );
}

export function SessionsSection({ account: { sessions }, result, done }: SectionProps) {
  return (
    <Section part="sessions" title="Sessions" result={result} done={done}>
      <ul className="entries">
        {sessions.map((session) => (
          <SessionItem session={session} key={session.id} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <ActionForm intent="end-other-sessions" label="Sign out everywhere else" />
      ) : null}
    </Section>
  );
}

function SessionItem({ session }: { session: AccountView["sessions"][number] }) {
  const { id, device, address, started, lastUsed, isCurrent } = session;
  return (
    <li>
      <p>
        <b>{device}</b>
        {isCurrent ? <span className="own">This session</span> : null}
        <span className="soft">
          {address === null ? null : <span className="num">{address}, </span>}
          signed in <When moment={started} />, last used <When moment={lastUsed} />
        </span>
      </p>
      {isCurrent ? null : (
        <ActionForm
          intent="end-session"
          label="End"
          accessibleLabel={`End the session of ${device}, last used ${lastUsed.exact}`}
          fields={{ session: id }}
        />
      )}
    </li>
  );
}

import { digestField, digestKinds, digestMessages } from "#app/people/digests/digest.messages.ts";
import { type Scheme, schemes } from "#app/staff/shell/color-scheme.ts";
import { NameField } from "#app/staff/auth-forms/account-fields.tsx";
import { When } from "#app/staff/time/when.tsx";
import { schemeTexts, startPageTexts } from "./account.messages.ts";
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
        <NameField defaultValue={refusal?.values?.["name"] ?? name} error={refusal?.fieldErrors?.["name"]} />
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

/** Examiners begin with the record. */
export function StartPageSection({ account, result, done }: SectionProps) {
  const { startPage } = account;
  if (startPage === "record") return null;
  return (
    <Section part="start-page" title="Start page" result={result} done={done}>
      <p className="soft">{startPageTexts.scope}</p>
      <ActionForm intent="choose-start-page" label="Save start page">
        <div className="field">
          <label htmlFor="chosen-start-page">Start page</label>
          <select id="chosen-start-page" name="startPage" defaultValue={startPage} key={startPage}>
            {Object.entries(startPageTexts.names).map(([page, name]) => (
              <option value={page} key={page}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </ActionForm>
    </Section>
  );
}

/** The emails about due work. */
export function DigestsSection({ account: { digests }, result, done }: SectionProps) {
  if (digests === undefined) return null;
  return (
    <Section part="digests" title="Emails about your work" result={result} done={done}>
      <ActionForm intent="choose-digests" label="Save emails">
        {digestKinds.map((kind) => (
          <div className="check" key={kind}>
            <input
              type="checkbox"
              id={kind}
              name={digestField}
              value={kind}
              defaultChecked={digests.includes(kind)}
              aria-describedby={`${kind}-description`}
            />
            <label htmlFor={kind}>{digestMessages[kind].label}</label>
            <p className="soft small" id={`${kind}-description`}>
              {digestMessages[kind].description}
            </p>
          </div>
        ))}
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
          label="Sign out"
          accessibleLabel={`Sign out ${device}, last used ${lastUsed.exact}`}
          fields={{ session: id }}
        />
      )}
    </li>
  );
}

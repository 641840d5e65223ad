import type { AccountView } from "./load-account.server.ts";
import { ActionForm } from "./action-form.tsx";
import { Section, type Shown } from "./section.tsx";
import { When } from "#app/staff/time/when.tsx";

/** Where somebody is signed in. */
export function SessionsSection({ account: { sessions }, answer, done }: Shown) {
  return (
    <Section part="sessions" title="Where you are signed in" answer={answer} done={done}>
      <ul className="entries">
        {sessions.map((session) => (
          <SessionEntry session={session} key={session.id} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <ActionForm intent="end-other-sessions" label="Sign out everywhere else" />
      ) : null}
    </Section>
  );
}

function SessionEntry({ session }: { session: AccountView["sessions"][number] }) {
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

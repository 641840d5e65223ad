import type { ComponentProps } from "react";
import { Form, Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { ShortTime, Facts } from "./facts.tsx";
import { ChangeButton, RoleForm } from "./role-form.tsx";
import type { Person } from "./team-view.ts";
import { teamTexts } from "./team.messages.ts";
import { type ChangeState, leadAccessField } from "./team.schema.ts";

type SectionProps = {
  people: readonly Person[];
  /** The input of a form whose change was refused or interrupted by re-authentication. */
  state: ChangeState | undefined;
  today: string;
};

type PersonProps = Omit<SectionProps, "people"> & { person: Person };

/** Accounts with a role, by name. */
export function PeopleSection({ people, state, today }: SectionProps) {
  return (
    <section className="team-list">
      <h2>{teamTexts.people}</h2>
      <ul>
        {people.map((person) => (
          <PersonItem person={person} state={state} today={today} key={person.id} />
        ))}
      </ul>
    </section>
  );
}

function PersonItem({ person, state, today }: PersonProps) {
  const { id, name, email, role, ends, hasSecondFactor, isSelf } = person;
  return (
    <li>
      <p className="account-name">
        <b>{name}</b>
        {isSelf ? <span className="own">You</span> : null}
        <span className="soft line">{email}</span>
      </p>
      <Facts facts={listFacts(person)} />
      <details open={state?.of === id}>
        <summary className="btn">
          Change<span className="unseen"> {name}</span>
        </summary>
        <div className="decision">
          <RoleForm
            id={id}
            about={name}
            change="change"
            assigned={{ role, ends }}
            state={state}
            today={today}
          />
        </div>
        {role === "examiner" ? <LeadAccessForm person={person} /> : null}
        {isSelf ? null : <EndSessionsForm person={person} />}
        {hasSecondFactor && !isSelf ? <SecondFactorForm person={person} /> : null}
        <RemovalForm person={person} />
      </details>
    </li>
  );
}

function listFacts(person: Person): ComponentProps<typeof Facts>["facts"] {
  const { role, roleText, mayViewLeads, hasSecondFactor, lastSeen, isConfirmed } = person;
  return [
    ["Role", roleText],
    ...(role === "examiner" ? [["Leads", mayViewLeads ? "May view" : "No access"] as const] : []),
    ["Second factor", hasSecondFactor ? "On" : "Off"],
    ["Last seen", lastSeen === null ? "Never" : <ShortTime moment={lastSeen} key="seen" />],
    // An approved account cannot sign in until its address is confirmed.
    ...(isConfirmed ? [] : [["Address", "Not confirmed yet"] as const]),
  ];
}

function LeadAccessForm({ person: { id, name, mayViewLeads } }: { person: Person }) {
  return (
    <Form method="post" className="rules">
      <input type="hidden" name="of" value={id} />
      <label>
        <input type="checkbox" name={leadAccessField} defaultChecked={mayViewLeads} />
        {teamTexts.leadAccess}
        <span className="unseen"> {name}</span>
      </label>
      <ChangeButton change="lead-access" about={name}>
        Save access
      </ChangeButton>
      <p className="soft small">{teamTexts.leadAccessAbout}</p>
    </Form>
  );
}

/** Says how many people lose their owner, because nothing else tells the colleagues. */
function RemovalForm({ person: { id, name, isSelf, owned } }: { person: Person }) {
  return (
    <details className="confirm">
      <summary>
        Remove account…<span className="unseen"> {name}</span>
      </summary>
      <Form method="post" className="confirmed-action">
        <input type="hidden" name="of" value={id} />
        <p className="soft small">
          {isSelf ? "You" : name} will be signed out everywhere and lose access. The audit log is kept.
        </p>
        {owned === 0 ? null : (
          <p className="small">
            {teamTexts.losesOwner(owned)}{" "}
            <Link to={`${pages.people.path}?owner=${id}`}>{teamTexts.reassign}</Link>
          </p>
        )}
        <ChangeButton change="remove" about={name}>
          Remove account
        </ChangeButton>
      </Form>
    </details>
  );
}

/** Requires a second click to confirm, with or without JavaScript. People end their own sessions on the account page. */
function EndSessionsForm({ person: { id, name } }: { person: Person }) {
  return (
    <details className="confirm">
      <summary>
        Sign out everywhere…<span className="unseen"> {name}</span>
      </summary>
      <Form method="post" className="confirmed-action">
        <input type="hidden" name="of" value={id} />
        <p className="soft small">{teamTexts.endSessions(name)}</p>
        <ChangeButton change="end-sessions" about={name}>
          Sign out everywhere
        </ChangeButton>
      </Form>
    </details>
  );
}

/** For a colleague who lost the phone and the recovery codes. People remove their own second factor on the account page. */
function SecondFactorForm({ person: { id, name } }: { person: Person }) {
  return (
    <Form method="post" className="confirmed-action">
      <input type="hidden" name="of" value={id} />
      <p className="soft small">{teamTexts.secondFactorLost(name)}</p>
      <ChangeButton change="reset-second-factor" about={name}>
        Remove second factor
      </ChangeButton>
    </Form>
  );
}

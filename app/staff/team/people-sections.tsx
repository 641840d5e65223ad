import type { ReactNode } from "react";
import { Form } from "react-router";
import { DateOf, Facts } from "./facts.tsx";
import { RoleFields } from "./role-fields.tsx";
import type { Person } from "./team-view.ts";
import { teamTexts } from "./team.messages.ts";
import type { ChangeState } from "./team.schema.ts";

type SectionProps = {
  people: readonly Person[];
  /** What was chosen in one of the forms and not carried out. */
  state: ChangeState | undefined;
  today: string;
};

type PersonProps = Omit<SectionProps, "people"> & { person: Person };

/** Accounts that somebody asked for: they come first, since somebody waits. */
export function WaitingSection({
  people,
  more,
  state,
  today,
}: SectionProps & {
  /** How many wait beside these. */
  more: number;
}) {
  return (
    <section className="roll">
      <h2>{teamTexts.waiting}</h2>
      {people.length === 0 ? (
        <p className="empty">{teamTexts.nobodyWaits}</p>
      ) : (
        <ul>
          {people.map((person) => (
            <WaitingItem person={person} state={state} today={today} key={person.id} />
          ))}
        </ul>
      )}
      {more > 0 ? <p className="empty">{teamTexts.moreWait(more)}</p> : null}
    </section>
  );
}

function WaitingItem({ person, state, today }: PersonProps) {
  return (
    <li>
      <p className="whom">
        <b>{person.email}</b>
      </p>
      <Facts
        facts={[
          ["Asked", <DateOf moment={person.since} key="asked" />],
          ["Address", person.isConfirmed ? "Confirmed" : "Not confirmed yet"],
        ]}
      />
      <div className="decision">
        <RoleForm person={person} change="approve" state={state} today={today} />
        <Form method="post">
          <input type="hidden" name="of" value={person.id} />
          <ChangeButton change="decline" about={person.email}>
            Decline
          </ChangeButton>
        </Form>
      </div>
    </li>
  );
}

/** Everybody who was let in, by name. */
export function PeopleSection({ people, state, today }: SectionProps) {
  return (
    <section className="roll">
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
  const { id, name, email, lastSeen, roleText, hasSecondFactor, isConfirmed, isSelf } = person;
  return (
    <li>
      <p className="whom">
        <b>{name}</b>
        {isSelf ? <span className="own">You</span> : null}
        <span className="soft line">{email}</span>
      </p>
      <Facts
        facts={[
          ["Role", roleText],
          ["Second factor", hasSecondFactor ? "On" : "Off"],
          ["Last seen", lastSeen === null ? "Never" : <DateOf moment={lastSeen} key="seen" />],
          // Approved all the same: until it is confirmed, nobody gets in with it.
          ...(isConfirmed ? [] : [["Address", "Not confirmed yet"] as const]),
        ]}
      />
      <details open={state?.of === id}>
        <summary className="btn">
          Change<span className="unseen"> {name}</span>
        </summary>
        <div className="decision">
          <RoleForm person={person} change="change" state={state} today={today} />
        </div>
        {isSelf ? null : <EndSessionsForm person={person} />}
        {hasSecondFactor && !isSelf ? <SecondFactorForm person={person} /> : null}
        <Form method="post" className="removal">
          <input type="hidden" name="of" value={id} />
          <p className="soft small">
            {isSelf ? "You will be" : `${name} will be`} signed out everywhere and cannot come back in. What
            was done stays in the audit log.
          </p>
          <ChangeButton change="remove" about={name}>
            Remove account
          </ChangeButton>
        </Form>
      </details>
    </li>
  );
}

/** Requires a second click to confirm, with or without JavaScript. People end their own sessions on the account page. */
function EndSessionsForm({ person: { id, name } }: { person: Person }) {
  return (
    <details className="confirm">
      <summary>
        Sign out everywhere…<span className="unseen"> {name}</span>
      </summary>
      <Form method="post" className="removal">
        <input type="hidden" name="of" value={id} />
        <p className="soft small">{teamTexts.endSessions(name)}</p>
        <ChangeButton change="end-sessions" about={name}>
          Sign out everywhere
        </ChangeButton>
      </Form>
    </details>
  );
}

/** For whoever has lost both phone and recovery codes. One’s own is taken away in one’s own account. */
function SecondFactorForm({ person: { id, name } }: { person: Person }) {
  return (
    <Form method="post" className="removal">
      <input type="hidden" name="of" value={id} />
      <p className="soft small">{teamTexts.secondFactorLost(name)}</p>
      <ChangeButton change="reset-second-factor" about={name}>
        Remove second factor
      </ChangeButton>
    </Form>
  );
}

/** Gives a role: at approval, or another one later. */
function RoleForm({
  person,
  change,
  state,
  today,
}: {
  person: Person;
  change: "approve" | "change";
  state: ChangeState | undefined;
  today: string;
}) {
  const chosen = state?.of === person.id && state.change === change ? state : asItIs(person);
  return (
    <Form method="post" className="role-form">
      <input type="hidden" name="of" value={person.id} />
      <RoleFields id={person.id} {...chosen.values} errors={chosen.errors} today={today} />
      {change === "approve" ? (
        <ChangeButton change={change} about={person.email} isFirst>
          Approve
        </ChangeButton>
      ) : (
        <ChangeButton change={change} about={person.name}>
          Save role
        </ChangeButton>
      )}
    </Form>
  );
}

/** Nobody is let in with a role that was not chosen. */
function asItIs({ role, ends }: Person): Pick<ChangeState, "values" | "errors"> {
  return { values: { role: role === "pending" ? "" : role, ends }, errors: {} };
}

/** @param about whom it is about, for those who hear the page button by button */
function ChangeButton({
  change,
  about,
  isFirst = false,
  children,
}: {
  change: ChangeState["change"];
  about: string;
  isFirst?: boolean;
  children: ReactNode;
}) {
  return (
    <button type="submit" name="change" value={change} className={isFirst ? "btn press" : "btn"}>
      {children}
      <span className="unseen"> {about}</span>
    </button>
  );
}

import { Form } from "react-router";
import { maximumLength } from "#app/platform/limits.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { ShortTime, Facts } from "./facts.tsx";
import type { Invitation } from "./team-view.ts";
import { roleNames } from "#app/identity/accounts/role-names.messages.ts";
import { RoleFields } from "./role-form.tsx";
import { roleTexts, teamTexts } from "./team.messages.ts";
import { type ChangeState, assignableRoles } from "./team.schema.ts";

/** Invitations that can still be accepted, and the form for a new one. */
export function InvitationsSection({
  invitations,
  sendsEmail,
  state,
  today,
}: {
  invitations: readonly Invitation[];
  sendsEmail: boolean;
  state: ChangeState | undefined;
  today: string;
}) {
  return (
    <section className="team-list">
      <h2>{teamTexts.invitations}</h2>
      {sendsEmail ? null : <p className="soft">{teamTexts.emailDisabled}</p>}
      {invitations.length === 0 ? (
        <p className="empty">{teamTexts.noInvitations}</p>
      ) : (
        <ul>
          {invitations.map((invitation) => (
            <InvitationItem invitation={invitation} key={invitation.id} />
          ))}
        </ul>
      )}
      <InviteForm state={state?.change === "invite" ? state : undefined} today={today} />
    </section>
  );
}

function InvitationItem({ invitation }: { invitation: Invitation }) {
  const { id, email, roleText, invitedBy, sent, until } = invitation;
  return (
    <li>
      <p className="account-name">
        <b>{email}</b>
      </p>
      <Facts
        facts={[
          ["Role", roleText],
          ["Invited by", invitedBy],
          ["Sent", <ShortTime moment={sent} key="sent" />],
          ["Expires", until],
        ]}
      />
      <Form method="post" className="decision">
        <input type="hidden" name="of" value={id} />
        <button type="submit" name="change" value="send-again" className="btn">
          Send again<span className="unseen"> to {email}</span>
        </button>
        <button type="submit" name="change" value="withdraw" className="btn">
          Withdraw<span className="unseen"> the invitation of {email}</span>
        </button>
      </Form>
    </li>
  );
}

function InviteForm({ state, today }: { state: ChangeState | undefined; today: string }) {
  return (
    <div className="invite">
      <h3 id="invite">{teamTexts.invite}</h3>
      <Form method="post" className="role-form" aria-labelledby="invite">
        <Field
          label="Email"
          id="invite-email"
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={maximumLength.email}
          defaultValue={state?.values.email}
          {...fieldError(state?.errors.email)}
        />
        <RoleFields id="invite" {...state?.values} errors={state?.errors ?? {}} today={today} />
        <button type="submit" name="change" value="invite" className="btn press">
          Send invitation
        </button>
      </Form>
      <dl className="roles soft small">
        {assignableRoles.map((role) => (
          <div key={role}>
            <dt>{roleNames[role]}</dt>
            <dd>{roleTexts[role]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

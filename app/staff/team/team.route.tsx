import { useEffect, useRef } from "react";
import { data, redirect, type ShouldRevalidateFunctionArgs, useLocation, Form } from "react-router";
import type { Route } from "./+types/team.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageTeam } from "#app/identity/accounts/permissions.ts";
import {
  listMembers,
  listOpenInvitations,
  listWaitingAccounts,
} from "#app/identity/account-management/list-team.server.ts";
import { listRotationMembers } from "#app/identity/preferences/lead-rotation.server.ts";
import { findSecondFactorRules } from "#app/identity/second-factor/second-factor-rules.server.ts";
import { countPeopleOfOwners } from "#app/people/lists/count-people.server.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createListState } from "#app/staff/data-table/load-list-page.server.ts";
import { listUrl, readListUrl } from "#app/staff/data-table/list-url.ts";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { applyTeamChange } from "./apply-team-change.server.ts";
import { openDraft, sealDraft } from "./change-draft.server.ts";
import { InvitationsSection } from "./invitations-section.tsx";
import { LeadRotationSection } from "./lead-rotation-section.tsx";
import { PeopleSection } from "./people-sections.tsx";
import { describeInvitation, describePerson, describeWaiting, getToday } from "./team-view.ts";
import { doneText, teamTexts, rolePlurals } from "./team.messages.ts";
import { isTeamChange, type TeamChange } from "./team-changes.ts";
import {
  type ChangeState,
  readChangeState,
  assignableRoles,
  type AssignableRole,
  shownRolesField,
} from "./team.schema.ts";
import { waitingList } from "./waiting-list.ts";
import { WaitingSection } from "./waiting-section.tsx";
import { ForbiddenPage } from "#app/staff/shell/error-page.tsx";
import "./team.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageTeam);
  const { clock, db, identity, sendsEmail } = servicesOf(context);
  const query = new URL(request.url).searchParams;
  const done = query.get("done");
  const now = clock.now();
  const url = readListUrl(waitingList, query);
  const [members, waiting, invitations, rules, rotation, owned] = await Promise.all([
    listMembers(db),
    listWaitingAccounts(db, url.query).page(url.page),
    listOpenInvitations(db),
    findSecondFactorRules(db, identity.isProduction),
    listRotationMembers(db),
    countPeopleOfOwners(db),
  ]);
  return {
    staff,
    people: members.map((member) => describePerson(member, { now, selfId: staff.id, owned })),
    waiting: waiting.rows.map((account) => describeWaiting(account, now)),
    waitingState: createListState(url, waiting),
    invitations: invitations.map((invitation) => describeInvitation(invitation, now)),
    rotation,
    required: assignableRoles.filter((role) => rules[role]),
    sendsEmail,
    today: getToday(now),
    done: isTeamChange(done) ? doneText(done, sendsEmail) : undefined,
    draft: openDraft(identity.keys, staff.id, query.get("draft")),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageTeam);
  const { staff } = session;
  const { clock, db, identity, outbox } = servicesOf(context);
  const form = await readForm(request);
  const draft = sealDraft(identity.keys, staff.id, readChangeState(form));
  requireRecentAuthentication(session, returnToList(request, { draft }));
  const outcome = await applyTeamChange({ clock, db, outbox, isProduction: identity.isProduction }, form, {
    actor: { ...actorOf(staff), sessionId: session.id },
    clientAddress: factsOf(context).clientAddress,
  });
  if (outcome.ok) return redirect(returnToList(request, { done: outcome.change }), 303);
  return data(outcome.state, { status: outcome.status });
}

/** The URL of the displayed search and page of the waiting accounts, with another parameter. */
function returnToList(request: Request, added: { draft: string } | { done: TeamChange }): string {
  const { query, page } = readListUrl(waitingList, new URL(request.url).searchParams);
  const url = new URL(listUrl(waitingList, query, page.beyond), request.url);
  for (const [name, value] of Object.entries(added)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Also reloads after a refusal, because another owner has changed something. The router treats errors as no change. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || actionStatus === 403 || defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.team, matches);

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, people, waiting, waitingState, invitations, today, done, draft } = loaderData;
  const state = actionData ?? draft;
  // Each response resets the forms; a revalidation keeps them.
  const { key } = useLocation();
  const main = useRef<HTMLElement>(null);
  // Focuses the first invalid field, as `autofocus` does without JavaScript.
  useEffect(() => main.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [key]);
  return (
    <>
      <StaffHeader title={pages.team.title} staff={staff} />
      <main id="main" className="wrap team" key={key} ref={main}>
        <Outcome refused={actionData} done={done} hasDraft={draft !== undefined} />
        <WaitingSection people={waiting} list={waitingState} state={state} today={today} />
        <PeopleSection people={people} state={state} today={today} />
        <InvitationsSection
          invitations={invitations}
          sendsEmail={loaderData.sendsEmail}
          state={state}
          today={today}
        />
        <LeadRotationSection members={loaderData.rotation} state={state} />
        <SecondFactorSection required={loaderData.required} state={state} />
      </main>
    </>
  );
}

/** Displayed also to former owners. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ForbiddenPage page={pages.team} error={error} text={teamTexts.forbidden} />;
}

/** The result of the last change. */
function Outcome({
  refused,
  done,
  hasDraft,
}: {
  refused: ChangeState | undefined;
  done: string | undefined;
  hasDraft: boolean;
}) {
  if (refused !== undefined) {
    return <Alert text={refused.refusal ?? teamTexts.seeBelow} leavesFocus={refused.refusal === undefined} />;
  }
  if (hasDraft) return <Alert text={teamTexts.draftRestored} isGood />;
  return done === undefined ? null : <Alert text={done} isGood />;
}

/** Lets owners choose which roles must have a second factor. */
function SecondFactorSection({
  required,
  state,
}: {
  /** Roles that currently require a second factor. */
  required: readonly AssignableRole[];
  state: ChangeState | undefined;
}) {
  const typed = state?.change === "second-factor-rules" ? state.values : {};
  const { required: chosen = required, shown = required } = typed;
  return (
    <section className="team-list">
      <h2 id="second-factor">{teamTexts.secondFactor}</h2>
      <p className="soft">
        {teamTexts.secondFactorAbout} {teamTexts.secondFactorDefault}
      </p>
      <Form method="post" className="rules" aria-labelledby="second-factor">
        <input type="hidden" name={shownRolesField} value={shown.join(" ")} />
        {assignableRoles.map((role) => (
          <label key={role}>
            <input type="checkbox" name={`require-${role}`} defaultChecked={chosen.includes(role)} />
            {rolePlurals[role]}
          </label>
        ))}
        <button type="submit" name="change" value="second-factor-rules" className="btn">
          Save
        </button>
      </Form>
    </section>
  );
}

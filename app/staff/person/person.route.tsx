import { data, redirect, useLocation } from "react-router";
import type { Route } from "./+types/person.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import {
  canEraseLeads,
  canExportLeads,
  canFollowUp,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { findAddress, findKeptLead } from "#app/people/profile/find-people.server.ts";
import { nextCallDay } from "#app/people/queue/queue-days.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { applyFollowUp } from "#app/staff/follow-up/apply-follow-up.server.ts";
import { FollowUpForm } from "#app/staff/follow-up/follow-up-form.tsx";
import { followUpFields, revisionField } from "#app/staff/follow-up/follow-up-values.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import { undeliverableTexts } from "#app/staff/person-email/person-email.messages.ts";
import { resumeEmail } from "#app/staff/person-email/resume-email.server.ts";
import {
  deliverableField,
  UndeliverableAddresses,
} from "#app/staff/person-email/undeliverable-addresses.tsx";
import { applyConsent } from "./apply-consent.server.ts";
import { ConsentForm } from "./consent-form.tsx";
import { MissingPerson } from "#app/staff/shell/missing-person.tsx";
import { personPath } from "#app/staff/paths/person-path.ts";
import { mergeTexts, undoneConsent } from "#app/staff/person-merge/merge.messages.ts";
import { loadMatches } from "#app/staff/person-merge/merge-view.server.ts";
import { PossibleMatches } from "#app/staff/person-merge/possible-matches.tsx";
import { Story } from "./activity.tsx";
import { CallPanel } from "./call-card.tsx";
import { PersonDetails } from "./person-details.tsx";
import { PersonHead } from "./person-head.tsx";
import { personTexts, type ShownActivity } from "./person.messages.ts";
import { viewPerson } from "./person-view.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./person.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, persons } = servicesOf(context);
  const email = await findAddress(db, params.leadId);
  if (email === undefined) throw createNotFoundResponse(staff);
  const keptLead = await findKeptLead(db, params.leadId);
  if (keptLead !== undefined) throw redirect(`${personPath(keptLead)}${new URL(request.url).search}`);
  const viewer = { actor: staff, sessionId, clientAddress: factsOf(context).clientAddress };
  const mayFollowUp = canFollowUp(staff);
  const today = dayIn(practice.timeZone, clock.now());
  const search = new URL(request.url).searchParams;
  const shown = shownKinds.find((kind) => kind === search.get("show"));
  await recordViewOfPerson({ db, persons }, email, viewer);
  const matches = mayFollowUp
    ? await loadMatches({ db, clock }, email)
    : { duplicates: [], merge: undefined };
  for (const duplicate of matches.duplicates) {
    await recordViewOfPerson({ db, persons }, duplicate.email, viewer);
  }
  return {
    staff,
    person: await viewPerson(
      { db, clock },
      { leadId: params.leadId, email, hiddenKinds: hiddenKindsFor(staff), shown },
    ),
    may: {
      export: canExportLeads(staff),
      erase: canEraseLeads(staff),
      followUp: mayFollowUp,
    },
    colleagues: mayFollowUp ? await listColleagues(db) : [],
    today,
    nextCallOn: nextCallDay(today),
    ...matches,
    done: findDoneText(search),
    isFollowedUp: search.get("saved") === "" || search.has("merged") || search.has("undone"),
    shown,
  };
}

const shownKinds = Object.keys(personTexts.shown) as ShownActivity[]; // the names are complete by their type

/** The text about what was just saved, if anything. */
function findDoneText(search: URLSearchParams): string | undefined {
  if (search.has("merged")) return mergeTexts.merged;
  if (search.has("undone")) {
    return search.get("undone") === undoneConsent ? mergeTexts.undoneConsent : mergeTexts.undone;
  }
  if (search.has("deliverable")) return undeliverableTexts.done;
  return search.has("saved") ? personTexts.done : undefined;
}

/** Records a follow-up, an opt-out, consent at the person's request, or that an address can receive email again. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: [...followUpFields, revisionField],
  });
  const { clock, db, persons } = servicesOf(context);
  const email = await findAddress(db, params.leadId);
  if (email === undefined) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  const deps = { db, clock, persons, actor: actorOf(staff) };
  if (form.has(deliverableField)) {
    await resumeEmail({ ...deps, clientAddress: factsOf(context).clientAddress }, email, form);
    return redirect(`${personPath(params.leadId)}?deliverable`, 303);
  }
  // A refusal contains the current record or consent.
  const recordView = async (): Promise<void> => {
    const { clientAddress } = factsOf(context);
    await recordViewOfPerson({ db, persons }, email, { actor: staff, sessionId, clientAddress });
  };
  if (form.has(revisionField)) {
    const saved = await applyFollowUp(deps, email, form);
    if (saved === undefined) throw createNotFoundResponse(staff);
    if (!saved.ok) {
      await recordView();
      return data({ followUp: saved.draft, consent: undefined }, { status: saved.status });
    }
  } else {
    const saved = await applyConsent(deps, { leadId: params.leadId, email, form });
    if (saved === undefined) throw createNotFoundResponse(staff);
    if (!saved.ok) {
      await recordView();
      return data({ followUp: undefined, consent: saved.draft }, { status: saved.status });
    }
  }
  // The URL names the form, because another form keeps what was typed.
  return redirect(`${personPath(params.leadId)}?saved${form.has(revisionField) ? "" : "=consent"}`, 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) =>
  createStaffMeta({ ...pages.people, title: personTexts.page }, head);

const consentChanges = ["withdraw", "give"] as const;

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, person, may, colleagues, today, nextCallOn, done, shown, duplicates, merge } = loaderData;
  const isAnswer = actionData === undefined ? loaderData.isFollowedUp : actionData.followUp !== undefined;
  const { record, activity, call, email } = person;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page person" key={person.leadId}>
        <PersonHead person={person} may={may} />
        {done !== undefined && actionData === undefined ? <Alert text={done} isGood key={key} /> : null}
        <UndeliverableAddresses addresses={person.undeliverable} mayResume={may.followUp} />
        <PossibleMatches leadId={person.leadId} duplicates={duplicates} merge={merge} />
        <div className="columns">
          <div>
            <CallPanel call={call} email={email}>
              {may.followUp && record !== undefined ? (
                <FollowUpForm
                  record={record}
                  draft={actionData?.followUp}
                  response={isAnswer ? key : undefined}
                  colleagues={colleagues}
                  staffId={staff.id}
                  today={today}
                  mayCall={call.phone?.href !== undefined}
                  nextCallOn={nextCallOn}
                />
              ) : null}
            </CallPanel>
            <Story activity={activity} shown={shown} />
          </div>
          <PersonDetails person={person} mayEdit={may.followUp}>
            {may.followUp
              ? consentChanges.map((change) => (
                  <ConsentForm
                    key={change}
                    change={change}
                    displayed={person.consentVersion}
                    draft={actionData?.consent?.change === change ? actionData.consent : undefined}
                  />
                ))
              : null}
          </PersonDetails>
        </div>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingPerson error={error} />;
}

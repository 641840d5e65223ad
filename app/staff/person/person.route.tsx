import type { ReactNode } from "react";
import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/person.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordPersonView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import {
  canEraseLeads,
  canExportLeads,
  canFollowUp,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { channels } from "#app/people/profile/consent-channels.messages.ts";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { EmailAddress } from "#app/staff/data-table/data-table.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { applyFollowUp } from "#app/staff/follow-up/apply-follow-up.server.ts";
import { FollowUpForm } from "#app/staff/follow-up/follow-up-form.tsx";
import { followUpFields, revisionField } from "#app/staff/follow-up/follow-up-values.ts";
import { dayIn } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { type ConsentChange, consentFields, ConsentForm } from "./consent-form.tsx";
import { MissingPerson } from "./missing-person.tsx";
import { erasePath, personExportPath, personPath } from "#app/staff/paths/person-path.ts";
import { type KnownFact, viewPerson } from "./person-view.server.ts";
import { personTexts } from "./person.messages.ts";
import { Story } from "./activity.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./person.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, persons } = servicesOf(context);
  const email = await findAddress(db, params.leadId);
  if (email === undefined) throw createNotFoundResponse(staff);
  const { clientAddress } = factsOf(context);
  const mayFollowUp = canFollowUp(staff);
  await recordPersonView(db, {
    actor: staff,
    sessionId,
    subject: persons.subjectOf(email),
    clientAddress,
  });
  return {
    staff,
    person: await viewPerson(
      { db, clock },
      { leadId: params.leadId, email, hiddenKinds: hiddenKindsFor(staff) },
    ),
    may: {
      export: canExportLeads(staff),
      erase: canEraseLeads(staff),
      followUp: mayFollowUp,
    },
    colleagues: mayFollowUp ? await listColleagues(db) : [],
    today: dayIn(practice.timeZone, clock.now()),
    isDone: new URL(request.url).searchParams.has("saved"),
  };
}

/** Records a follow-up, an opt-out or, at the person's request, consent. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: [...followUpFields, revisionField],
  });
  const { clock, db, persons } = servicesOf(context);
  const email = await findAddress(db, params.leadId);
  if (email === undefined) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  if (form.has(revisionField)) {
    const saved = await applyFollowUp({ db, clock, persons, actor: actorOf(staff) }, email, form);
    if (saved === undefined) throw createNotFoundResponse(staff);
    return saved.ok
      ? redirect(`${personPath(params.leadId)}?saved`, 303)
      : data({ followUp: saved.draft, consent: undefined }, { status: saved.status });
  }
  const change = readChange(form);
  const checked = form.getAll(consentFields.channel);
  const chosen = channels.filter((channel) => checked.includes(channel));
  if (chosen.length === 0) {
    const consent = { change, error: personTexts.channelMissing };
    return data({ followUp: undefined, consent }, { status: 422 });
  }
  const record = change === "give" ? giveConsent : withdrawConsent;
  await record({ db, clock, persons, actor: actorOf(staff) }, email, chosen);
  return redirect(`${personPath(params.leadId)}?saved`, 303);
}

/** @throws AppError if the form does not specify the change */
function readChange(form: FormData): ConsentChange {
  const change = form.get(consentFields.change);
  if (change === "give" || change === "withdraw") return change;
  throw new AppError("invalid", "the form does not specify the change");
}

// Keeps the person's name out of the browser's history.
export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.people, head);

const consentChanges = ["withdraw", "give"] as const;

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, person, may, colleagues, today, isDone } = loaderData;
  const { name, email, facts, consent, record, entries, cuts } = person;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={name} staff={staff} />
      <main id="main" className="wrap staff-page person" key={key}>
        <Link className="back" to={pages.people.path}>
          {personTexts.all}
        </Link>
        {isDone && actionData === undefined ? <Alert text={personTexts.done} isGood /> : null}
        <dl className="known">
          {facts.map((fact) => (
            <Known fact={fact} email={email} key={fact.term} />
          ))}
          {consent.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <PersonActions leadId={person.leadId} may={may}>
          {may.followUp
            ? consentChanges.map((change) => (
                <ConsentForm
                  key={change}
                  change={change}
                  error={actionData?.consent?.change === change ? actionData.consent.error : undefined}
                />
              ))
            : null}
        </PersonActions>
        {may.followUp && record !== undefined ? (
          <FollowUpForm record={record} draft={actionData?.followUp} colleagues={colleagues} today={today} />
        ) : null}
        <Story entries={entries} cuts={cuts} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingPerson error={error} />;
}

/** A fact, with links to call or write. */
function Known({ fact: { term, values }, email }: { fact: KnownFact; email: string }) {
  return (
    <div>
      <dt>{term}</dt>
      {values.map(({ text, href }) => (
        <dd key={text}>
          {href === undefined ? (
            text
          ) : (
            <a href={href}>{text === email ? <EmailAddress email={text} /> : text}</a>
          )}
        </dd>
      ))}
    </div>
  );
}

/** Actions on all data of the person, the destructive one last. @param children the most frequent actions */
function PersonActions({
  leadId,
  may,
  children,
}: {
  leadId: string;
  may: { export: boolean; erase: boolean; followUp: boolean };
  children: ReactNode;
}) {
  if (!may.export && !may.erase && !may.followUp) return null;
  return (
    <div className="person-actions">
      {children}
      {may.export ? (
        // Submitted without the router, because the response is a file or a redirect to re-authentication.
        <form method="post" action={personExportPath(leadId)}>
          <button type="submit" className="btn" aria-describedby="export-hint">
            {personTexts.export}
          </button>
          <p className="soft small" id="export-hint">
            {personTexts.exportHint}
          </p>
        </form>
      ) : null}
      {may.erase ? (
        <Link className="btn destructive" to={erasePath(leadId)}>
          {personTexts.erase}
        </Link>
      ) : null}
    </div>
  );
}

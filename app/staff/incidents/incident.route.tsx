import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/incident.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { findIncident } from "#app/compliance/incidents/incidents.server.ts";
import { canManageIncidents, canReadIncidents } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { incidentPath } from "#app/staff/paths/record-path.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { practice } from "#content/practice.ts";
import { applyIncidentForm, incidentFormFields, isSearch } from "./apply-incident-form.server.ts";
import { createIncidentPageView } from "./incident-view.ts";
import { AffectedSection, NotesSection } from "./incident-sections.tsx";
import { incidentTexts } from "./incidents.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./incidents.css";

const page = pages.incidents;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { clock, db, ...services } = servicesOf(context);
  const { id: sessionId, staff } = await requireStaff(services, request, canReadIncidents);
  const found = isIncidentId(params.id) ? await findIncident(db, Number(params.id)) : undefined;
  if (found === undefined) throw createNotFoundResponse(staff);
  const { clientAddress } = factsOf(context);
  await recordView(db, { actor: staff, sessionId, list: "incidents", clientAddress });
  const today = dayIn(practice.timeZone, clock.now());
  const done = new URL(request.url).searchParams.get("done");
  return {
    staff,
    today,
    incident: createIncidentPageView(found, today),
    canManage: canManageIncidents(staff),
    done: done === "added" || done === "noted" ? incidentTexts.done[done] : undefined,
  };
}

function isIncidentId(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { clock, db, persons, ...services } = servicesOf(context);
  const session = await requireStaff(services, request, canManageIncidents, {
    keepFields: incidentFormFields,
  });
  const { staff } = session;
  const found = isIncidentId(params.id) ? await findIncident(db, Number(params.id)) : undefined;
  if (found === undefined) throw createNotFoundResponse(staff);
  const { id } = found.incident;
  const form = await readForm(request);
  if (isSearch(form)) requireRecentAuthentication(session, incidentPath(id));
  const { clientAddress } = factsOf(context);
  const outcome = await applyIncidentForm(
    { db, clock, persons, actor: actorOf(staff), clientAddress },
    found.incident,
    form,
  );
  if (outcome.kind === "noted") return redirect(`${incidentPath(id)}?done=noted`, 303);
  return data(outcome, { status: outcome.kind === "found" ? 200 : outcome.status });
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Incident({ loaderData, actionData: outcome }: Route.ComponentProps) {
  const { staff, incident, today, canManage, done } = loaderData;
  const { key } = useLocation();
  // A search keeps the note that is being typed.
  const isNoteResponse =
    outcome === undefined ? done !== undefined : outcome.kind === "refused" && outcome.intent === "note";
  const { facts } = incidentTexts;
  const shown: readonly (readonly [string, string])[] = [
    [facts.kind, incident.kind],
    [facts.state, incident.stateName],
    [facts.discovered, incident.discovered],
    [facts.due, incident.due],
    [facts.opened, incident.opened],
  ];
  return (
    <>
      <StaffHeader title={incident.title} staff={staff} />
      <main id="main" className="wrap staff-page incidents" key={incident.id}>
        <Link className="back" to={page.path}>
          {incidentTexts.back}
        </Link>
        {outcome?.kind === "refused" ? <Alert text={outcome.refusal} key={key} /> : null}
        {done === undefined || outcome !== undefined ? null : <Alert text={done} isGood key={key} />}
        <section aria-label={incidentTexts.description}>
          <p className="text">{incident.description}</p>
          <FactList facts={shown.filter(([, value]) => value !== "")} />
        </section>
        <NotesSection
          incident={incident}
          canManage={canManage}
          outcome={outcome}
          response={isNoteResponse ? key : undefined}
        />
        {canManage && incident.isIncident ? (
          <AffectedSection id={incident.id} today={today} outcome={outcome} />
        ) : null}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={page} error={error} title={page.title} text={incidentTexts.unknown} />;
}

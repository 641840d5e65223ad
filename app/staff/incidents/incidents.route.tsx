import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/incidents.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { incidentKindNames } from "#app/compliance/incidents/incident.messages.ts";
import { listIncidents, openIncident } from "#app/compliance/incidents/incidents.server.ts";
import {
  canManageIncidents,
  canOpenIncidentLog,
  canLogComplaints,
  canReadIncidents,
} from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { incidentPath } from "#app/staff/paths/record-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { practice } from "#content/practice.ts";
import { ChoiceField } from "#app/ui/fields/choice-field.tsx";
import { ColumnHeaders } from "#app/ui/table/column-headers.tsx";
import { createIncidentView, type IncidentView } from "./incident-view.ts";
import { incidentErrors, incidentTexts } from "./incidents.messages.ts";
import { createIncidentSchema } from "./incidents.schema.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "#app/staff/data-table/data-table-blocks.css";
import "./incidents.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { clock, db, ...services } = servicesOf(context);
  const { id: sessionId, staff } = await requireStaff(services, request, canOpenIncidentLog);
  const today = dayIn(practice.timeZone, clock.now());
  const { searchParams } = new URL(request.url);
  const view = { staff, today, canAdd: canLogComplaints(staff), kinds: listKinds(staff) };
  const isLogged = searchParams.get("done") === "logged";
  if (!canReadIncidents(staff)) return { ...view, isLogged, log: undefined };
  const { clientAddress } = factsOf(context);
  await recordView(db, { actor: staff, sessionId, list: "incidents", clientAddress });
  const before = searchParams.get("before") ?? "";
  const { incidents, older } = await listIncidents(db, /^\d{1,9}$/.test(before) ? Number(before) : undefined);
  const log = { older, incidents: incidents.map((incident) => createIncidentView(incident, today)) };
  return { ...view, isLogged, log };
}

/** The kinds that a person can add. Only owners add incidents, because each one starts a legal deadline. */
function listKinds(staff: Staff): Partial<typeof incidentKindNames> {
  return canManageIncidents(staff) ? incidentKindNames : { complaint: incidentKindNames.complaint };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { clock, db, ...services } = servicesOf(context);
  const { staff } = await requireStaff(services, request, canLogComplaints, {
    keepFields: ["kind", "discoveredOn", "description"],
  });
  const today = dayIn(practice.timeZone, clock.now());
  const parsed = parseForm(createIncidentSchema(today, listKinds(staff)), await readForm(request));
  if (!parsed.ok) return data(parsed, { status: 422 });
  const { clientAddress } = factsOf(context);
  const id = await openIncident({ db, clock, actor: actorOf(staff), clientAddress }, parsed.value);
  if (!canReadIncidents(staff)) return redirect(`${pages.incidents.path}?done=logged`, 303);
  return redirect(`${incidentPath(id)}?done=added`, 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.incidents, head);

export default function Incidents({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { staff, log, isLogged, today, canAdd, kinds } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={pages.incidents.title} staff={staff} />
      <main id="main" className="wrap staff-page incidents" key={key}>
        {refused === undefined ? null : <Alert text={incidentErrors.fields} />}
        {isLogged && refused === undefined ? <Alert text={incidentTexts.done.logged} isGood /> : null}
        <p className="soft">{log === undefined ? incidentTexts.aboutComplaints : incidentTexts.about}</p>
        {log === undefined ? null : <LogSection {...log} />}
        {canAdd ? <AddSection refused={refused} today={today} kinds={kinds} /> : null}
      </main>
    </>
  );
}

function LogSection({ incidents, older }: { incidents: readonly IncidentView[]; older: number | undefined }) {
  return (
    <section aria-labelledby="entries" className="data-list">
      <h2 id="entries">{incidentTexts.list}</h2>
      {incidents.length === 0 ? (
        <p className="empty">{incidentTexts.empty}</p>
      ) : (
        <IncidentTable incidents={incidents} />
      )}
      {older === undefined ? null : (
        <Link className="link" to={`${pages.incidents.path}?before=${older}`}>
          {incidentTexts.older}
        </Link>
      )}
    </section>
  );
}

function AddSection({
  refused,
  today,
  kinds,
}: {
  refused: Route.ComponentProps["actionData"];
  today: string;
  kinds: Partial<typeof incidentKindNames>;
}) {
  const { fieldErrors: errors = {}, values = {} } = refused ?? {};
  const texts = kinds.incident === undefined ? incidentTexts.complaintForm : incidentTexts.entryForm;
  return (
    <section aria-labelledby="add">
      <h2 id="add">{texts.heading}</h2>
      <Form method="post" className="sheet" data-draft="incident">
        {kinds.incident === undefined ? (
          <input type="hidden" name="kind" value="complaint" />
        ) : (
          <ChoiceField
            label={incidentTexts.kind}
            name="kind"
            choices={kinds}
            missing={incidentTexts.chooseKind}
            defaultValue={values.kind ?? ""}
            error={errors.kind}
            required
          />
        )}
        <Field
          label={texts.day}
          hint={texts.dayHint}
          name="discoveredOn"
          type="date"
          max={today}
          defaultValue={values.discoveredOn ?? today}
          error={errors.discoveredOn}
          required
        />
        <TextAreaField
          label={incidentTexts.description}
          hint={texts.descriptionHint}
          name="description"
          rows={5}
          maxLength={maximumLength.freeText}
          defaultValue={values.description ?? ""}
          error={errors.description}
          required
        />
        <div className="acts">
          <button type="submit" className="btn press">
            {texts.save}
          </button>
        </div>
      </Form>
    </section>
  );
}

function IncidentTable({ incidents }: { incidents: readonly IncidentView[] }) {
  const { columns } = incidentTexts;
  return (
    <table>
      <ColumnHeaders labels={Object.values(columns)} />
      <tbody>
        {incidents.map(({ id, title, kind, discovered, due, isLate, stateName }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={incidentPath(id)}>{title}</Link>
            </th>
            <td data-column={columns.kind}>{kind}</td>
            <td data-column={columns.discovered}>{discovered}</td>
            <td data-column={columns.due} className={isLate ? "bad" : undefined}>
              {due}
            </td>
            <td data-column={columns.state}>{stateName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.incidents} error={error} />;
}

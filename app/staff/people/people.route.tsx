import type { ReactNode } from "react";
import { data, Form, redirect, useLocation } from "react-router";
import * as z from "zod/mini";
import type { Route } from "./+types/people.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canFollowUp, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email as emailField } from "#app/intake/form/contact.schema.ts";
import { hasPersonData, preparePersonExport } from "#app/people/export/export-person.server.ts";
import { loadPeopleChoices } from "#app/people/lists/people-choices.server.ts";
import { countPeople } from "#app/people/lists/count-people.server.ts";
import { listPeople } from "#app/people/lists/list-people.server.ts";
import { findLead } from "#app/people/profile/find-people.server.ts";
import { recordViewOfPerson, type Viewer } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { hasOnlyKnownParameters, listUrl, readListUrl } from "#app/staff/data-table/list-url.ts";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { practice } from "#content/practice.ts";
import { applyBulkChange, type BulkOutcome } from "./apply-bulk-change.server.ts";
import { BulkConfirmation } from "./bulk-form.tsx";
import { bulkFields, noBulkValues } from "./bulk-values.ts";
import { peopleList } from "./people.list.tsx";
import { peopleTexts } from "./people.messages.ts";
import { PeopleSection } from "./people-section.tsx";
import { isAddressUnknown } from "./unknown-address.ts";
import "#app/staff/shell/staff-area.css";
import "./people.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const session = await requireStaff(services, request, peopleList.permission);
  const { clock, db } = services;
  const { clientAddress } = factsOf(context);
  const params = new URL(request.url).searchParams;
  const choices = await loadPeopleChoices(db, params);
  const { query } = readListUrl(peopleList, params, choices);
  const [page, counts] = await Promise.all([
    loadListPage(peopleList, listPeople, { request, session, services, clientAddress }, { choices }),
    countPeople(db, query),
  ]);
  const today = dayIn(practice.timeZone, clock.now());
  const mayFollowUp = canFollowUp(session.staff);
  return {
    ...page,
    counts,
    today,
    colleagues: mayFollowUp ? await listColleagues(db) : undefined,
    isUnknown: isAddressUnknown(params),
  };
}

/** Finds a person by email address, which is kept out of URLs, or changes several people. */
export async function action({ context, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { id: sessionId, staff } = await requireStaff(services, request, canViewLeads, {
    keepFields: [...Object.values(bulkFields), ...Object.keys(noBulkValues)],
  });
  const viewer = { actor: staff, sessionId, clientAddress: factsOf(context).clientAddress };
  const form = await readForm(request);
  if (!form.has(bulkFields.change)) return lookUp(services, { staff, viewer }, form);
  await requireStaff(services, request, canFollowUp);
  const { clock, db, persons } = services;
  const params = new URL(request.url).searchParams;
  const { query, problems } = readListUrl(peopleList, params, await loadPeopleChoices(db, params));
  const isExact = problems.length === 0 && hasOnlyKnownParameters(peopleList, params);
  const outcome = await applyBulkChange({ db, clock, persons, actor: actorOf(staff) }, form, {
    query,
    isExact,
  });
  // The response names people, or has the ids and revisions of everyone in the list.
  await recordView(db, { ...viewer, list: peopleList.name });
  return data({ bulk: outcome, lookUp: undefined }, { status: isRefusal(outcome) ? 422 : 200 });
}

function isRefusal(outcome: BulkOutcome): boolean {
  return outcome.kind === "form" && outcome.refusal !== undefined;
}

const lookUpSchema = z.object({ email: emailField(contactMessages.emailMissing) });

async function lookUp(
  { clock, db, persons }: Pick<ReturnType<typeof servicesOf>, "clock" | "db" | "persons">,
  { staff, viewer }: { staff: Parameters<typeof hiddenKindsFor>[0]; viewer: Viewer },
  form: FormData,
) {
  const refuse = (status: 404 | 422, email: string, error: string | undefined) =>
    data({ bulk: undefined, lookUp: { email, error } }, { status });
  const parsed = parseForm(lookUpSchema, form);
  if (!parsed.ok) return refuse(422, parsed.values.email ?? "", parsed.fieldErrors.email);
  const { email } = parsed.value;
  const leadId = await findLead(db, email);
  const isKnown =
    leadId !== undefined ||
    hasPersonData(await preparePersonExport({ db, clock }, email, { hiddenKinds: hiddenKindsFor(staff) }));
  if (!isKnown) return refuse(404, email, peopleTexts.unknown);
  await recordViewOfPerson({ db, persons }, email, viewer);
  return leadId === undefined
    ? refuse(404, email, peopleTexts.emailsOnly)
    : redirect(personPath(leadId), 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.people, head);

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, isUnknown, ...list } = loaderData;
  const { bulk, lookUp: found } = actionData ?? {};
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={pages.people.title} staff={staff} />
      <main id="main" className="wrap staff-page people">
        {bulk?.kind === "confirm" ? (
          <BulkConfirmation outcome={bulk} listUrl={listUrl(peopleList, list.state.query)} />
        ) : (
          <>
            <Result key={`result ${key}`} bulk={bulk} isUnknown={isUnknown && actionData === undefined} />
            <PeopleSection {...list} draft={bulk?.kind === "form" ? bulk : undefined} />
            <ByAddress key={key}>
              <Field
                name="email"
                type="email"
                label={peopleTexts.exactLabel}
                required
                maxLength={maximumLength.email}
                autoComplete="off"
                defaultValue={found?.email}
                {...fieldError(found?.error)}
              />
            </ByAddress>
          </>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.people} error={error} />;
}

/** The result of a change of several people or of the search in the header. */
function Result({ bulk, isUnknown }: { bulk: BulkOutcome | undefined; isUnknown: boolean }) {
  if (isUnknown) return <Alert text={peopleTexts.noForm} />;
  return bulk?.kind === "done" ? <Alert text={bulk.report} isGood={bulk.isComplete} /> : null;
}

function ByAddress({ children }: { children: ReactNode }) {
  return (
    <Form method="post" action={pages.people.path} className="sheet exact" aria-labelledby="exact">
      <h2 id="exact">{peopleTexts.exactTitle}</h2>
      <p className="soft">{peopleTexts.exactHint}</p>
      {children}
      <div className="acts">
        <button type="submit" className="btn">
          {peopleTexts.find}
        </button>
      </div>
    </Form>
  );
}

import { formatAccountName } from "#app/platform/text/account-name.ts";
import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/person-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import type { LinkedPerson } from "#app/people/profile/find-people.server.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { ChoiceField } from "#app/ui/fields/choice-field.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { applyNewPerson, type NewPersonDraft } from "./apply-new-person.server.ts";
import { type NewPersonField, newPersonFieldNames } from "./contact.schema.ts";
import { addTexts, contactTexts } from "./person-contact.messages.ts";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp);
  return { staff, colleagues: await listColleagues(servicesOf(context).db) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: newPersonFieldNames,
  });
  const { clock, db, persons } = servicesOf(context);
  const added = await applyNewPerson({ db, clock, persons, actor: actorOf(staff) }, await readForm(request));
  if (added.ok) return redirect(`${personPath(added.id)}?saved`, 303);
  if (added.known !== undefined) {
    const { clientAddress } = factsOf(context);
    await recordViewOfPerson({ db, persons }, added.known, { actor: staff, sessionId, clientAddress });
  }
  return data(added.draft, { status: added.status });
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.people, title: addTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function PersonNew({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, colleagues } = loaderData;
  const { key } = useLocation();
  const { values, errors, known }: NewPersonDraft = actionData ?? { values: { owner: staff.id }, errors: {} };
  const field = (name: NewPersonField) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={pages.people.path}>
          {addTexts.back}
        </Link>
        {known === undefined ? null : <KnownPerson {...known} />}
        <Form method="post" className="sheet" data-draft="person">
          <p>{addTexts.intro}</p>
          <Field label={contactTexts.name} {...field("name")} required autoComplete="off" />
          <Field label={contactTexts.email} {...field("email")} type="email" required autoComplete="off" />
          <Field label={addTexts.phone} {...field("phone")} type="tel" autoComplete="off" />
          <Field label={addTexts.company} {...field("company")} maxLength={200} autoComplete="off" />
          <TextAreaField label={addTexts.source} hint={addTexts.sourceHint} {...field("source")} rows={2} />
          <ChoiceField label={addTexts.owner} {...field("owner")} choices={nameOwners(colleagues)} />
          <p className="soft">{addTexts.consent}</p>
          <div className="acts">
            <button type="submit" className="btn press">
              {addTexts.act}
            </button>
            <Link className="btn quiet" to={pages.people.path}>
              {addTexts.cancel}
            </Link>
          </div>
        </Form>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

function KnownPerson({ name, leadId }: LinkedPerson) {
  return (
    <>
      <Alert text={addTexts.known(name)} />
      <p>
        <Link className="btn" to={personPath(leadId)}>
          {addTexts.open(name)}
        </Link>
      </p>
    </>
  );
}

/** The choices of the owner by account. */
function nameOwners(colleagues: readonly { id: string; name: string; email: string }[]) {
  const names = colleagues.map((account) => [account.id, formatAccountName(account)] as const);
  return { "": addTexts.noOwner, ...Object.fromEntries(names) };
}

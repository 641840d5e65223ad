import { useState } from "react";
import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/contact.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import { getContactDetails, getContactVersion } from "#app/people/contact/save-contact.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { mergePath, personPath } from "#app/staff/paths/person-path.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { MissingPerson } from "#app/staff/shell/missing-person.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import {
  applyContact,
  type ContactDraft,
  type ContactValues,
  toContactValues,
} from "./apply-contact.server.ts";
import { type ContactField, contactFieldNames, versionField } from "./contact.schema.ts";
import { contactTexts } from "./person-contact.messages.ts";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canFollowUp);
  const { db, persons } = servicesOf(context);
  const record = await findRecord(db, params.leadId);
  if (record === undefined) throw createNotFoundResponse(staff);
  const { clientAddress } = factsOf(context);
  await recordViewOfPerson({ db, persons }, record.email, { actor: staff, sessionId, clientAddress });
  return {
    staff,
    leadId: params.leadId,
    name: record.name,
    version: getContactVersion(record),
    values: toContactValues(getContactDetails(record)),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: [...contactFieldNames, versionField],
  });
  const { clock, db, persons } = servicesOf(context);
  const record = await findRecord(db, params.leadId);
  if (record === undefined) throw createNotFoundResponse(staff);
  const deps = { db, clock, persons, actor: actorOf(staff) };
  const saved = await applyContact(deps, record, await readForm(request));
  if (saved === undefined) throw createNotFoundResponse(staff);
  if (saved.ok) return redirect(`${personPath(params.leadId)}?saved`, 303);
  if (saved.shown !== undefined) {
    const { clientAddress } = factsOf(context);
    await recordViewOfPerson({ db, persons }, saved.shown, { actor: staff, sessionId, clientAddress });
  }
  return data(saved.draft, { status: saved.status });
}

async function findRecord(db: Parameters<typeof findAddress>[0], leadId: string) {
  const email = await findAddress(db, leadId);
  return email === undefined ? undefined : findPersonRecord(db, email);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.people, title: contactTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, leadId, name } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={personPath(leadId)}>
          {name}
        </Link>
        {actionData?.refusal === undefined ? null : <Alert text={actionData.refusal} />}
        {actionData?.other === undefined ? null : (
          <p>
            <Link className="btn" to={mergePath(leadId, actionData.other.leadId)}>
              {contactTexts.merge}
            </Link>
          </p>
        )}
        <ContactForm loaded={loaderData} draft={actionData} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingPerson error={error} />;
}

function ContactForm({
  loaded,
  draft,
}: {
  loaded: { leadId: string; version: string; values: ContactValues };
  draft: ContactDraft | undefined;
}) {
  // The version stays the one from when the form was opened, because a revalidation loads changes that the user has not seen.
  const [opened] = useState(loaded);
  const current = draft?.current;
  const field = (name: ContactField, usualHint?: string) => {
    const hint = describeCurrent(name, draft) ?? usualHint;
    return {
      name,
      label: contactTexts[name],
      defaultValue: draft?.values[name] ?? opened.values[name],
      error: draft?.errors[name],
      ...(hint === undefined ? {} : { hint }),
    };
  };
  return (
    <Form method="post" className="sheet" data-draft="contact">
      <input type="hidden" name={versionField} value={current?.version ?? opened.version} />
      <Field {...field("name")} required autoComplete="off" />
      <Field {...field("email", contactTexts.emailHint)} type="email" required autoComplete="off" />
      <Field {...field("phone", contactTexts.phoneHint)} type="tel" autoComplete="off" />
      <div className="acts">
        <button type="submit" className="btn press">
          {contactTexts.act}
        </button>
        <Link className="btn quiet" to={personPath(opened.leadId)}>
          {contactTexts.cancel}
        </Link>
      </div>
    </Form>
  );
}

/** The current value, if it has changed since and differs from what was typed. */
function describeCurrent(name: ContactField, draft: ContactDraft | undefined): string | undefined {
  const value = draft?.current?.values[name];
  return value === undefined || value === draft?.values[name] ? undefined : contactTexts.current(value);
}

import type { ReactNode } from "react";
import { data, Form, Link, redirect, useLocation } from "react-router";
import * as z from "zod/mini";
import type { Route } from "./+types/people.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email as emailField } from "#app/intake/form/contact.schema.ts";
import { exportPerson, holdsAnything } from "#app/people/export/export-person.server.ts";
import { findLead, searchPeople } from "#app/people/profile/find-people.server.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { missing } from "#app/staff/leads/leads.messages.ts";
import { hiddenKindsFor } from "#app/staff/email/email-view.ts";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { ListFrame, listHeading } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { EmailAddress, type ListTableColumn, ListTable } from "#app/staff/data-table/data-table.tsx";
import { ShownMoment } from "#app/staff/time/shown-moment.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { formNames } from "#app/staff/quarantine/quarantine.messages.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/field.tsx";
import { practice } from "#content/practice.ts";
import { peopleList } from "./people-list.ts";
import { peopleTexts } from "./people.messages.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import "#app/staff/shell/staff-area.css";
import "./people.css";

/** One of those who were found. */
type PersonRow = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  form: string;
  at: Moment;
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const address = readListAddress(peopleList, new URL(request.url).searchParams);
  const { search } = address.query;
  const { people, hasMore } =
    search === undefined ? { people: [], hasMore: false } : await searchPeople(db, search);
  if (people.length > 0) {
    const { clientAddress } = factsOf(context);
    await recordView(db, { actor: staff, sessionId, list: "people", clientAddress });
  }
  const rows: PersonRow[] = people.map(({ leadId, name, email, phone, form, at }) => ({
    id: leadId,
    name,
    email,
    phone,
    form: formNames[form],
    at: describeMoment(at, clock.now(), practice.timeZone),
  }));
  const page = { rows, hasPrevious: false, hasNext: false, isLost: false };
  return { staff, state: listStateOf(address, page), rows, hasMore };
}

const lookUpSchema = z.object({ email: emailField(contactMessages.emailMissing) });

/** Looks somebody up by address, which is kept out of the addresses of our pages. */
export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const parsed = parseForm(lookUpSchema, await readForm(request));
  if (!parsed.ok) {
    return data({ email: parsed.values.email ?? "", error: parsed.fieldErrors.email }, { status: 422 });
  }
  const { email } = parsed.value;
  const leadId = await findLead(db, email);
  if (leadId !== undefined) return redirect(personPath(leadId), 303);
  const held = await exportPerson({ db, clock }, email, { hiddenKinds: hiddenKindsFor(staff) });
  const error = holdsAnything(held) ? peopleTexts.lettersOnly : peopleTexts.nobody;
  return data({ email, error }, { status: 404 });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.people, head);

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, state, rows, hasMore } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={pages.people.title} staff={staff} />
      <main id="main" className="wrap desk people">
        <ListFrame
          list={peopleList}
          rowsAre="people"
          state={state}
          empty={peopleTexts.ask}
          counted={hasMore ? peopleTexts.best(rows.length) : undefined}
        >
          <ListTable labelledBy={listHeading} rowsAre="people" columns={columns} rows={rows} />
          {hasMore ? <p className="soft">{peopleTexts.more}</p> : null}
        </ListFrame>
        <ByAddress key={key}>
          <Field
            name="email"
            type="email"
            label={peopleTexts.exactLabel}
            required
            maxLength={maximumLength.email}
            autoComplete="off"
            defaultValue={actionData?.email}
            {...fieldError(actionData?.error)}
          />
        </ByAddress>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.people} error={error} />;
}

const columns: readonly ListTableColumn<PersonRow>[] = [
  { name: "Name", cell: ({ id, name }) => <Link to={personPath(id)}>{name}</Link> },
  { name: "Email", cell: ({ email }) => <EmailAddress email={email} /> },
  {
    name: "Phone",
    cell: ({ phone }) => phone ?? missing.phone,
    holds: "tel",
    lacks: ({ phone }) => phone === null,
  },
  { name: "Last form", cell: ({ form }) => form },
  { name: "Date", cell: ({ at }) => <ShownMoment moment={at} />, holds: "num", beside: "date" },
];

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

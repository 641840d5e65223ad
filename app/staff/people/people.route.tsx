import type { ReactNode } from "react";
import { data, Form, redirect, useLocation } from "react-router";
import * as z from "zod/mini";
import type { Route } from "./+types/people.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { contactMessages } from "#app/intake/form/contact.messages.ts";
import { email as emailField } from "#app/intake/form/contact.schema.ts";
import { exportPerson, hasPersonData } from "#app/people/export/export-person.server.ts";
import { findLead, searchPeople } from "#app/people/profile/find-people.server.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { readListUrl } from "#app/staff/data-table/list-url.ts";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { createListState } from "#app/staff/data-table/load-list-page.server.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { peopleList } from "./people.list.tsx";
import { peopleTexts } from "./people.messages.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import "#app/staff/shell/staff-area.css";
import "./people.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, peopleList.permission);
  const { clock, db } = servicesOf(context);
  const url = readListUrl(peopleList, new URL(request.url).searchParams);
  const { search } = url.query;
  const { people, hasMore } =
    search === undefined ? { people: [], hasMore: false } : await searchPeople(db, search);
  if (people.length > 0) {
    const { clientAddress } = factsOf(context);
    await recordView(db, { actor: staff, sessionId, list: "people", clientAddress });
  }
  const now = clock.now();
  const views = people.map((person) => peopleList.view(person, now));
  const page = { rows: views, hasPrevious: false, hasNext: false, isLost: false };
  return { staff, state: createListState(url, page), views, hasMore };
}

const lookUpSchema = z.object({ email: emailField(contactMessages.emailMissing) });

/** Finds a person by email address, which is kept out of URLs. */
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
  const error = hasPersonData(held) ? peopleTexts.emailsOnly : peopleTexts.unknown;
  return data({ email, error }, { status: 404 });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.people, head);

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, state, views, hasMore } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={pages.people.title} staff={staff} />
      <main id="main" className="wrap staff-page people">
        <ListSection
          list={peopleList}
          state={state}
          views={views}
          count={hasMore ? peopleTexts.best(views.length) : undefined}
          wrapTable={(table) => (
            <>
              {table}
              {hasMore ? <p className="soft">{peopleTexts.more}</p> : null}
            </>
          )}
        />
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

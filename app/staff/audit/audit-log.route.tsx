import { data, Form, redirect } from "react-router";
import type { Route } from "./+types/audit-log.route";
import { recordAuditRead } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canExportAudit } from "#app/identity/accounts/permissions.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { ExportableListPage } from "#app/staff/data-table/list-page.tsx";
import { createListState } from "#app/staff/data-table/load-list-page.server.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { auditLogList, hintsFor, readAuditUrl } from "./audit-log.list.tsx";
import { auditTexts } from "./audit-log.messages.ts";
import { listDescribedAuditLog } from "./audit-log.list.server.ts";
import { subjectsIn } from "./audit-subject.ts";
import { personLookupSchema } from "./person-lookup.schema.ts";
import "#app/staff/shell/staff-area.css";
import "./audit-log.css";
import { ForbiddenPage } from "#app/staff/shell/error-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, auditLogList.permission);
  const { db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const url = readAuditUrl(new URL(request.url).searchParams);
  const subject = subjectsIn(url.query.about ?? "")?.[0];
  // Recorded first, so that the reader sees the entry.
  await recordAuditRead(db, { actor: staff, sessionId, clientAddress, subject });
  const log = await listDescribedAuditLog()(db, url.query).page(url.page);
  const problems = [...url.problems, ...hintsFor(url.query, log.rows.length === 0)];
  return {
    staff,
    state: createListState({ ...url, problems }, log),
    views: log.rows.map(({ words }) => words),
    canExport: canExportAudit(staff),
  };
}

/** The email address is posted and replaced by its digest in the URL, so that histories and logs contain no address of a lead. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireStaff(servicesOf(context), request, auditLogList.permission);
  const form = parseForm(personLookupSchema, await readForm(request));
  if (!form.ok) return data(form, { status: 422 });
  const about = servicesOf(context).persons.subjectsOf(form.value.email).join(",");
  return redirect(`${pages.auditLog.path}?about=${encodeURIComponent(about)}`, 303);
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.auditLog, matches);

export default function AuditLog({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, ...list } = loaderData;
  return (
    <>
      <StaffHeader title={pages.auditLog.title} staff={staff} />
      <ExportableListPage
        {...list}
        list={auditLogList}
        className="wrap staff-page audit-log"
        before={
          <>
            <p className="soft">{auditTexts.about}</p>
            <PersonLookup error={actionData?.fieldErrors.email} typed={actionData?.values.email} />
          </>
        }
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ForbiddenPage page={pages.auditLog} error={error} text={auditTexts.mayNot} />;
}

function PersonLookup({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  return (
    <details className="lookup" open={error !== undefined}>
      <summary>{auditTexts.person}</summary>
      <Form method="post" action={pages.auditLog.path}>
        <Field
          name="email"
          type="email"
          label={auditTexts.personField}
          hint={auditTexts.personHint}
          autoComplete="off"
          required
          maxLength={maximumLength.email}
          defaultValue={typed}
          {...fieldError(error)}
        />
        <button type="submit" className="btn">
          {auditTexts.find}
        </button>
      </Form>
    </details>
  );
}

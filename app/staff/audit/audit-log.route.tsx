import { data, Form, redirect } from "react-router";
import type { Route } from "./+types/audit-log.route";
import { listAuditLog } from "#app/audit/list-audit-log.server.ts";
import { recordAuditRead } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canExportAudit, canReadAudit } from "#app/identity/accounts/permissions.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { ExportButton } from "#app/staff/data-table/export-button.tsx";
import { exportedRows } from "#app/staff/data-table/exports.messages.ts";
import { parametersFor } from "#app/staff/data-table/list-url.ts";
import { ListFrame } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { fieldError } from "#app/ui/field-error.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/field.tsx";
import { auditList, auditQueryOf, hintsFor, readAuditAddress } from "./audit-list.ts";
import { auditTexts } from "./audit-log.messages.ts";
import { AuditTable } from "./audit-table.tsx";
import { auditRow } from "./audit-view.ts";
import { subjectsIn } from "./audit-subject.ts";
import { personLookupSchema } from "./person-lookup.schema.ts";
import "#app/staff/shell/staff-area.css";
import "./audit-log.css";
import { ForbiddenPage } from "#app/staff/shell/error-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canReadAudit);
  const { db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const address = readAuditAddress(new URL(request.url).searchParams);
  const subject = subjectsIn(address.query.filters.about ?? "")?.[0];
  // Before it is read, so that whoever reads sees it.
  await recordAuditRead(db, { actor: staff, sessionId, clientAddress, subject });
  const log = await listAuditLog(db, auditQueryOf(address.query)).page(address.page);
  const problems = [...address.problems, ...hintsFor(address.query, log.rows.length === 0)];
  return {
    staff,
    state: listStateOf({ ...address, problems }, log),
    rows: log.rows.map(auditRow),
    canExport: canExportAudit(staff),
  };
}

/** An address is posted, and stands as its digest in the address of the page: no address of a lead gets into a history or a log. */
export async function action({ context, request }: Route.ActionArgs) {
  await requireStaff(servicesOf(context), request, canReadAudit);
  const form = parseForm(personLookupSchema, await readForm(request));
  if (!form.ok) return data(form, { status: 422 });
  const about = servicesOf(context).persons.subjectsOf(form.value.email).join(",");
  return redirect(`${pages.auditLog.path}?about=${encodeURIComponent(about)}`, 303);
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.auditLog, matches);

export default function AuditLog({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, state, rows, canExport } = loaderData;
  const { notices, post, close } = useNotices();
  const button = {
    list: "audit",
    query: parametersFor(auditList, state.query),
    disabled: state.edges === undefined,
    post,
  } as const;
  return (
    <>
      <StaffHeader title={pages.auditLog.title} staff={staff} />
      <main id="main" className="wrap desk audit-log">
        <p className="soft">{auditTexts.about}</p>
        <PersonLookup error={actionData?.fieldErrors.email} typed={actionData?.values.email} />
        <ListFrame
          list={auditList}
          rowsAre={exportedRows.audit}
          state={state}
          empty={auditTexts.empty}
          actions={
            canExport ? (
              <>
                <ExportButton {...button} />
                <ExportButton {...button} isRaw />
              </>
            ) : undefined
          }
        >
          <AuditTable rows={rows} />
        </ListFrame>
      </main>
      <NoticeRegion notices={notices} onClose={close} />
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

import { Link } from "react-router";
import type { Route } from "./+types/record.route";
import { recordArchiveView } from "#app/audit/record-once.server.ts";
import { countOpenClaims } from "#app/compliance/claims/claim-status.server.ts";
import { hasLegalHold } from "#app/compliance/records/records.server.ts";
import { canExportAudit, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { ClaimCounts } from "#app/staff/claims/claim-counts.tsx";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { PackageForm } from "#app/staff/record-download/package-form.tsx";
import { readPackageQuery } from "#app/staff/record-download/package-query.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Changes } from "./changes.tsx";
import { ClaimsOfVersion } from "#app/staff/claims-of-version/claims-of-version.tsx";
import { Integrity } from "./integrity.tsx";
import { viewIntegrity } from "./integrity-view.server.ts";
import { PageShown } from "./page-shown.tsx";
import { RecordForm } from "./record-form.tsx";
import { claimsOfVersionTexts } from "#app/staff/claims-of-version/claims-of-version.messages.ts";
import { packageTexts } from "#app/staff/record-download/package.messages.ts";
import { integrityTexts } from "./integrity.messages.ts";
import { recordTexts } from "./record.messages.ts";
import { readRecordQuery, type RecordQuery } from "./record-query.ts";
import { type RecordView, viewRecord } from "./record-view.server.ts";
import { Versions } from "./version-list.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./record.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { id: sessionId, staff } = await requireStaff(services, request, canReadRecord);
  const params = new URL(request.url).searchParams;
  const { query, problem } = readRecordQuery(params);
  const [view, openClaims] = await Promise.all([
    viewRecord(services, query, problem),
    countOpenClaims(services.db),
  ]);
  if (view.shown !== undefined) {
    const { clientAddress } = factsOf(context);
    const viewed = { path: query.page, entry: view.shown.position };
    await recordArchiveView(services.db, { actor: staff, sessionId, clientAddress, ...viewed });
  }
  return {
    staff,
    view,
    openClaims,
    chains: await viewIntegrity(services.db),
    download: {
      query: readPackageQuery(params),
      screen: readScreen(query, view.fields),
      canExportAudit: canExportAudit(staff),
    },
    isHeld: await hasLegalHold(services.db),
  };
}

/** The parameters that show the same version again: a version and a form name it exactly, and a minute can have several. */
function readScreen({ page, version, sent, sentAt }: RecordQuery, { date, time }: RecordView["fields"]) {
  if (version !== undefined) return { page, version: String(version) };
  if (sent !== undefined && sentAt !== undefined) return { page, sent, sentAt: sentAt.toISOString() };
  return { page, date, time };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.record, head);

export default function Record({ loaderData }: Route.ComponentProps) {
  const { staff, view, openClaims, chains } = loaderData;
  const { fields, problem, unknown, shown, versions, changes } = view;
  // Without a version, there is no download form, which otherwise shows its own problem.
  const shownProblem = problem ?? (shown === undefined ? loaderData.download.query.problem : undefined);
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page record">
        <div className="record-title">
          <h1>{pages.record.title}</h1>
          <p className="soft">{recordTexts.about}</p>
        </div>
        <ClaimCounts openClaims={openClaims} page={fields.page} />
        <p className="registers-link">
          <Link to={pages.records.path}>{recordTexts.registers}</Link>
          {loaderData.isHeld ? <span className="tag low">{recordTexts.held}</span> : null}
        </p>
        {shownProblem === undefined ? null : <Alert text={shownProblem} />}
        <RecordForm view={view} key={JSON.stringify(fields)} />
        {shown === undefined ? null : <PartLinks />}
        <div className="record-columns">
          <div className="record-main">
            {unknown === undefined ? null : (
              <section aria-labelledby="unknown">
                <h2 id="unknown">{recordTexts.unknown}</h2>
                <p>{unknown}</p>
              </section>
            )}
            {shown === undefined ? null : (
              <>
                <PageShown shown={shown} key={shown.replayPath} />
                <Changes changes={changes} />
                <ClaimsOfVersion version={recordTexts.version(shown.number)} view={shown.claims} />
              </>
            )}
          </div>
          <div className="record-side">
            <Versions page={fields.page} versions={versions} shown={shown} changes={changes} />
            {shown === undefined ? null : <PackageForm path={shown.packagePath} {...loaderData.download} />}
            <Integrity chains={chains} />
          </div>
        </div>
      </main>
    </>
  );
}

/** Links for narrow screens, where the parts follow each other and the claims can be long. */
function PartLinks() {
  return (
    <nav className="part-links" aria-label={recordTexts.parts}>
      <a href="#changes">{recordTexts.changes}</a>
      <a href="#claims">{claimsOfVersionTexts.title}</a>
      <a href="#versions">{recordTexts.versions}</a>
      <a href="#package">{packageTexts.title}</a>
      <a href="#integrity">{integrityTexts.heading}</a>
    </nav>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.record} error={error} />;
}

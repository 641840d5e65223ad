import { Form, Link, useLocation } from "react-router";
import type { Route } from "./+types/claims.route";
import { listClaims, loadClaimPages } from "#app/compliance/claims/list-claims.server.ts";
import { canDecideClaims } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { readListUrl, urlParameters } from "#app/staff/data-table/list-url.ts";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ExportButtons } from "#app/staff/export-button/export-button.tsx";
import { claimField, decideClaimsPath, listField, readClaimQuery } from "#app/staff/paths/record-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { NoticeRegion, useNotices } from "#app/ui/notifications.tsx";
import type { ClaimView } from "./claim-view.ts";
import { claimList } from "./claims.list.tsx";
import { claimDoneTexts, claimTexts, isClaimDone } from "./claims.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./claims.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const session = await requireStaff(services, request, claimList.permission);
  const { clientAddress } = factsOf(context);
  const choices = await loadClaimPages(services.db);
  const { query } = readListUrl(claimList, new URL(request.url).searchParams, choices);
  const [list, matching] = await Promise.all([
    loadListPage(claimList, listClaims, { request, session, services, clientAddress }, { choices }),
    listClaims(services.db, query).count(),
  ]);
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...list,
    matching,
    canDecide: canDecideClaims(session.staff),
    done: isClaimDone(done) ? claimDoneTexts[done] : undefined,
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.claims, head);

const formId = "selected-claims";

const selection = {
  formId,
  field: claimField,
  heading: claimTexts.selectHeading,
  label: ({ figure, sentence }: ClaimView) => claimTexts.select(figure, sentence),
  value: ({ id }: ClaimView) => String(id),
  isSelected: () => false,
};

export default function Claims({ loaderData }: Route.ComponentProps) {
  const { staff, state, views, matching, canExport, canDecide, done } = loaderData;
  const listQuery = readClaimQuery(useLocation());
  const { notices, post, close } = useNotices();
  const button = {
    list: claimList,
    query: urlParameters(claimList, state.query),
    disabled: state.edges === undefined,
    post,
  };
  return (
    <>
      <StaffHeader title={pages.claims.title} staff={staff} />
      <main id="main" className="wrap staff-page claims">
        <Link className="back" to={pages.record.path}>
          {claimTexts.record}
        </Link>
        {done === undefined ? null : <Alert text={done} isGood />}
        <p className="soft about">{claimTexts.about}</p>
        <ListSection
          list={claimList}
          state={state}
          views={views}
          count={claimTexts.count(matching)}
          selection={canDecide ? selection : undefined}
          actions={canExport ? <ExportButtons {...button} /> : undefined}
          wrapTable={(table) => (
            <>
              {canDecide ? (
                <Form method="get" action={decideClaimsPath()} id={formId} className="acts">
                  {listQuery === "" ? null : <input type="hidden" name={listField} value={listQuery} />}
                  <button type="submit" className="btn">
                    {claimTexts.decideSelected}
                  </button>
                </Form>
              ) : null}
              {table}
            </>
          )}
        />
      </main>
      <NoticeRegion notices={notices} onClose={close} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.claims} error={error} />;
}

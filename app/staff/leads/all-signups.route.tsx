import type { Route } from "./+types/all-signups.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canExportLeads, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listEvents } from "#app/events/schedule/find-events.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { signupRow, SignupsTable } from "./signups-table.tsx";
import { signupListOf, signupQueryOf } from "./lead-lists.ts";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { listHeading } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { LeadListPage } from "./lead-list-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const list = signupListOf(await listEvents(db));
  const asked = readListAddress(list, new URL(request.url).searchParams);
  const [found] = await Promise.all([
    listSignups(db, signupQueryOf(asked.query)).page(asked.page),
    recordView(db, { actor: staff, sessionId: id, list: "signups", clientAddress }),
  ]);
  const now = clock.now();
  return {
    staff,
    canExport: canExportLeads(staff),
    list,
    state: listStateOf(asked, found),
    rows: found.rows.map((record) => signupRow(record, now)),
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.signupList, head);

export default function AllSignups({ loaderData }: Route.ComponentProps) {
  const { rows, ...page } = loaderData;
  return (
    <LeadListPage of="signups" {...page}>
      <SignupsTable labelledBy={listHeading} rows={rows} />
    </LeadListPage>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.signupList} error={error} />;
}

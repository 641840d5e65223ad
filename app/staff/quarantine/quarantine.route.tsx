import type { Route } from "./+types/quarantine.route";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listQuarantined } from "#app/intake/quarantine/list-quarantined.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { ListFrame } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { quarantineList, reasonNamed } from "./quarantine-list.ts";
import { QuarantineTable } from "./quarantine-table.tsx";
import { heldRow } from "./quarantine-view.server.ts";
import { isQuarantineDone, quarantineDoneTexts, quarantineTexts } from "./quarantine.messages.ts";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { searchParams } = new URL(request.url);
  const address = readListAddress(quarantineList, searchParams);
  const { filters, ...query } = address.query;
  const isReleased = filters.state === undefined ? undefined : filters.state === "released";
  const [held] = await Promise.all([
    listQuarantined(db, { ...query, reason: reasonNamed(filters.reason), isReleased }, address.page),
    recordView(db, { actor: staff, sessionId: id, list: "quarantine", clientAddress }),
  ]);
  const now = clock.now();
  const done = searchParams.get("done");
  return {
    staff,
    state: listStateOf(address, held),
    rows: held.rows.map((row) => heldRow(row, now)),
    done: isQuarantineDone(done) ? quarantineDoneTexts[done] : undefined,
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.quarantine, head);

export default function Quarantine({ loaderData }: Route.ComponentProps) {
  const { staff, state, rows, done } = loaderData;
  return (
    <>
      <StaffHeader title={pages.quarantine.title} staff={staff} />
      <main id="main" className="wrap desk">
        {done === undefined ? null : <Alert text={done} isGood />}
        <p className="soft">{quarantineTexts.about}</p>
        <ListFrame
          list={quarantineList}
          rowsAre={quarantineTexts.rows}
          state={state}
          empty={quarantineTexts.empty}
        >
          <QuarantineTable rows={rows} />
        </ListFrame>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.quarantine} error={error} />;
}

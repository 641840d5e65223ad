import type { Route } from "./+types/quarantine.route";
import { listQuarantined } from "#app/intake/quarantine/list-quarantined.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ErrorPage, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { quarantineList } from "./quarantine.list.tsx";
import { isQuarantineDone, quarantineDoneTexts, quarantineTexts } from "./quarantine.messages.ts";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, quarantineList.permission);
  const services = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...(await loadListPage(quarantineList, listQuarantined, { request, session, services, clientAddress })),
    done: isQuarantineDone(done) ? quarantineDoneTexts[done] : undefined,
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.quarantine, head);

export default function Quarantine({ loaderData }: Route.ComponentProps) {
  const { staff, state, views, done } = loaderData;
  return (
    <>
      <StaffHeader title={pages.quarantine.title} staff={staff} />
      <main id="main" className="wrap staff-page">
        {done === undefined ? null : <Alert text={done} isGood />}
        <p className="soft">{quarantineTexts.about}</p>
        <ListSection list={quarantineList} state={state} views={views} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.quarantine} error={error} />;
}

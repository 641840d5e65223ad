import type { Route } from "./+types/signups.route";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { LeadListPage } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { ErrorPage, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { loadEventChoices } from "#app/events/lists/event-choices.server.ts";
import { signupList } from "./signups.list.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, signupList.permission);
  const { clientAddress } = factsOf(context);
  const services = servicesOf(context);
  return loadListPage(
    signupList,
    listSignups,
    { request, session, services, clientAddress },
    {
      choices: await loadEventChoices(servicesOf(context).db),
    },
  );
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.signupList, head);

export default function Signups({ loaderData }: Route.ComponentProps) {
  return <LeadListPage title={pages.signupList.title} list={signupList} {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.signupList} error={error} />;
}

import { Form, Link, redirect } from "react-router";
import type { Route } from "./+types/deliveries.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canReplayDeliveries } from "#app/identity/accounts/permissions.ts";
import { hasFailedDeliveries, listDeliveries } from "#app/integrations/deliveries/list-deliveries.server.ts";
import { replayFailedDeliveries } from "#app/integrations/deliveries/replay-deliveries.server.ts";
import { listDestinationNames } from "#app/integrations/destinations/list-destinations.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { deliveriesPath } from "#app/staff/paths/integration-paths.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { deliveryList } from "./deliveries.list.tsx";
import { deliveryDoneTexts, deliveryTexts, isDeliveryDone } from "./deliveries.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./deliveries.css";

const page = { ...pages.integrations, title: deliveryTexts.title };

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, deliveryList.permission);
  const services = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const destination = await listDestinationNames(services.db);
  const [list, hasFailed] = await Promise.all([
    loadListPage(
      deliveryList,
      listDeliveries,
      { request, session, services, clientAddress },
      { choices: { destination } },
    ),
    hasFailedDeliveries(services.db),
  ]);
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...list,
    canReplay: hasFailed && canReplayDeliveries(session.staff),
    done: isDeliveryDone(done) ? deliveryDoneTexts[done] : undefined,
  };
}

/** Replays all failed deliveries. */
export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canReplayDeliveries);
  const { db, integrations } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const count = await replayFailedDeliveries({ db, actor: actorOf(staff), clientAddress });
  integrations.wake();
  return redirect(`${deliveriesPath}?done=${count === 0 ? "none" : "all"}`, 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Deliveries({ loaderData }: Route.ComponentProps) {
  const { staff, state, views, canReplay, done } = loaderData;
  const replay = (
    <Form method="post" action={deliveriesPath}>
      <button type="submit" className="btn">
        {deliveryTexts.replayFailed}
      </button>
    </Form>
  );
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page deliveries">
        <Link className="back" to={pages.integrations.path}>
          {deliveryTexts.back}
        </Link>
        {done === undefined ? null : <Alert text={done} isGood />}
        <ListSection
          list={deliveryList}
          state={state}
          views={views}
          actions={canReplay ? replay : undefined}
        />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

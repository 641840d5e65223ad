import { Link } from "react-router";
import type { Route } from "./+types/integrations.route";
import { canManageIntegrations, canViewLeads } from "#app/identity/accounts/permissions.ts";
import type { DestinationKind } from "#app/integrations/destinations/destination-states.messages.ts";
import { listDestinations } from "#app/integrations/destinations/list-destinations.server.ts";
import { pages } from "#app/pages/registry.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import {
  deliveriesPath,
  newWebhookPath,
  wealthboxPath,
  webhookPath,
} from "#app/staff/paths/integration-paths.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { createDestinationView, type DestinationView } from "./destination-view.ts";
import { integrationTexts, isWebhookDone, webhookDoneTexts } from "./integrations.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./integrations.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const destinations = await listDestinations(db);
  const done = new URL(request.url).searchParams.get("done");
  const views = (wanted: DestinationKind) =>
    destinations
      .filter(({ kind }) => kind === wanted)
      .map((destination) => createDestinationView(destination, clock.now()));
  return {
    staff,
    wealthbox: views("wealthbox")[0],
    webhooks: views("webhook"),
    canManage: canManageIntegrations(staff),
    done: isWebhookDone(done) ? webhookDoneTexts[done] : undefined,
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.integrations, head);

export default function Integrations({ loaderData }: Route.ComponentProps) {
  const { staff, wealthbox, webhooks, canManage, done } = loaderData;
  return (
    <>
      <StaffHeader title={pages.integrations.title} staff={staff} />
      <main id="main" className="wrap staff-page integrations">
        {done === undefined ? null : <Alert text={done} isGood />}
        <p className="soft">{integrationTexts.about}</p>
        <Link className="link" to={deliveriesPath}>
          {integrationTexts.log}
        </Link>
        <section aria-labelledby="wealthbox">
          <h2 id="wealthbox">{integrationTexts.wealthbox}</h2>
          {wealthbox === undefined ? (
            <p className="empty">{integrationTexts.noWealthbox}</p>
          ) : (
            <ul>
              <Destination destination={wealthbox} path={canManage ? wealthboxPath : undefined} />
            </ul>
          )}
          {canManage && wealthbox === undefined ? (
            <p className="acts">
              <Link className="btn" to={wealthboxPath}>
                {integrationTexts.connect}
              </Link>
            </p>
          ) : null}
        </section>
        <section aria-labelledby="webhooks">
          <h2 id="webhooks">{integrationTexts.webhooks}</h2>
          {webhooks.length === 0 ? <p className="empty">{integrationTexts.noWebhooks}</p> : null}
          <ul>
            {webhooks.map((webhook) => (
              <Destination
                destination={webhook}
                path={canManage ? webhookPath(webhook.id) : undefined}
                key={webhook.id}
              />
            ))}
          </ul>
          {canManage ? (
            <p className="acts">
              <Link className="btn" to={newWebhookPath}>
                {integrationTexts.add}
              </Link>
            </p>
          ) : null}
        </section>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.integrations} error={error} />;
}

function Destination({ destination, path }: { destination: DestinationView; path: string | undefined }) {
  const { name, host, badge, problem, summary } = destination;
  return (
    <li>
      <h3>
        {name} <span className={`tag ${badge.tone}`}>{badge.label}</span>
      </h3>
      {host === "" ? null : <p className="soft host">{host}</p>}
      {problem === undefined ? null : <p className="problem">{problem}</p>}
      <FactList facts={summary} />
      {path === undefined ? null : (
        <Link className="link" to={path}>
          {integrationTexts.manage}
          <span className="unseen">{integrationTexts.manageOf(name)}</span>
        </Link>
      )}
    </li>
  );
}

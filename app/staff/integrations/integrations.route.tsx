import { Link } from "react-router";
import type { Route } from "./+types/integrations.route";
import { canManageIntegrations, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { listDestinations } from "#app/integrations/destinations/list-destinations.server.ts";
import { pages } from "#app/pages/registry.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { deliveriesPath, newWebhookPath, webhookPath } from "#app/staff/paths/integration-paths.ts";
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
  return {
    staff,
    webhooks: destinations
      .filter(({ kind }) => kind === "webhook")
      .map((destination) => createDestinationView(destination, clock.now())),
    canManage: canManageIntegrations(staff),
    done: isWebhookDone(done) ? webhookDoneTexts[done] : undefined,
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.integrations, head);

export default function Integrations({ loaderData }: Route.ComponentProps) {
  const { staff, webhooks, canManage, done } = loaderData;
  return (
    <>
      <StaffHeader title={pages.integrations.title} staff={staff} />
      <main id="main" className="wrap staff-page integrations">
        {done === undefined ? null : <Alert text={done} isGood />}
        <p className="soft">{integrationTexts.about}</p>
        <div className="acts">
          {canManage ? (
            <Link className="btn" to={newWebhookPath}>
              {integrationTexts.add}
            </Link>
          ) : null}
          <Link className="link" to={deliveriesPath}>
            {integrationTexts.log}
          </Link>
        </div>
        <section aria-labelledby="webhooks">
          <h2 id="webhooks">{integrationTexts.webhooks}</h2>
          {webhooks.length === 0 ? <p className="empty">{integrationTexts.noWebhooks}</p> : null}
          <ul>
            {webhooks.map((webhook) => (
              <Webhook webhook={webhook} canManage={canManage} key={webhook.id} />
            ))}
          </ul>
        </section>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.integrations} error={error} />;
}

function Webhook({ webhook, canManage }: { webhook: DestinationView; canManage: boolean }) {
  const { id, name, host, badge, problem, summary } = webhook;
  return (
    <li>
      <h3>
        {name} <span className={`tag ${badge.tone}`}>{badge.label}</span>
      </h3>
      <p className="soft host">{host}</p>
      {problem === undefined ? null : <p className="problem">{problem}</p>}
      <FactList facts={summary} />
      {canManage ? (
        <Link className="link" to={webhookPath(id)}>
          {integrationTexts.manage}
          <span className="unseen">{integrationTexts.manageOf(name)}</span>
        </Link>
      ) : null}
    </li>
  );
}

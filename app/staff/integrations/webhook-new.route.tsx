import { data, Form, Link, useLocation } from "react-router";
import type { Route } from "./+types/webhook-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canManageIntegrations } from "#app/identity/accounts/permissions.ts";
import { addWebhook } from "#app/integrations/destinations/change-destination.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { newWebhookPath, webhookPath } from "#app/staff/paths/integration-paths.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { webhookRefusals, webhookTexts } from "./integrations.messages.ts";
import { NewSecret, WebhookFields } from "./webhook-fields.tsx";
import { newWebhook, parseWebhook, readWebhookValues } from "./webhook-values.ts";
import "#app/staff/shell/staff-area.css";
import "./integrations.css";

const page = { ...pages.integrations, title: webhookTexts.newTitle };

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageIntegrations);
  // Required already here, because re-authentication would discard what was typed.
  requireRecentAuthentication(session, newWebhookPath);
  return { staff: session.staff, id: crypto.randomUUID() };
}

/** Returns the page with the secret instead of a redirect, because a URL would store the secret in the browser's history. */
export async function action({ context, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageIntegrations);
  requireRecentAuthentication(session, newWebhookPath);
  const { db, integrations } = servicesOf(context);
  const form = await readForm(request);
  const values = readWebhookValues(form);
  const parsed = parseWebhook(values, integrations);
  const id = form.get("id");
  if (!parsed.ok || typeof id !== "string" || !isUuid(id)) {
    const errors = parsed.ok ? {} : parsed.errors;
    return data({ kind: "refused", values, errors, refusal: webhookRefusals.fields } as const, {
      status: 422,
    });
  }
  const by = { actor: actorOf(session.staff), clientAddress: factsOf(context).clientAddress };
  const added = await addWebhook({ db, keys: integrations.keys, ...by }, id, parsed.value);
  if (added.ok) return data({ kind: "added", id, secret: added.secret } as const);
  const refusal = webhookRefusals[added.reason];
  return data({ kind: "refused", values, errors: {}, refusal } as const, { status: 409 });
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function WebhookNew({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, id } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page integrations" key={key}>
        <Link className="back" to={pages.integrations.path}>
          {webhookTexts.back}
        </Link>
        {actionData?.kind === "added" ? (
          <>
            <NewSecret secret={actionData.secret} />
            <Link className="btn" to={webhookPath(actionData.id)}>
              {webhookTexts.continue}
            </Link>
          </>
        ) : (
          <Form method="post" className="sheet">
            {actionData === undefined ? null : (
              <Alert text={actionData.refusal} leavesFocus={Object.keys(actionData.errors).length > 0} />
            )}
            <input type="hidden" name="id" value={id} />
            <WebhookFields values={actionData?.values ?? newWebhook} errors={actionData?.errors ?? {}} />
            <div className="acts">
              <button type="submit" className="btn press">
                {webhookTexts.add}
              </button>
            </div>
          </Form>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

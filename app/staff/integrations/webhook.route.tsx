import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/webhook.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canManageIntegrations } from "#app/identity/accounts/permissions.ts";
import { findListedDestination } from "#app/integrations/destinations/list-destinations.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { deliveriesOfPath, deliveryPath, webhookPath } from "#app/staff/paths/integration-paths.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { applyWebhookChange, type WebhookOutcome } from "./apply-webhook-change.server.ts";
import { ChangeButton, Removal } from "./change-forms.tsx";
import { createDestinationView, type DestinationView } from "./destination-view.ts";
import { integrationTexts, isWebhookDone, webhookDoneTexts, webhookTexts } from "./integrations.messages.ts";
import { NewSecret, WebhookFields } from "./webhook-fields.tsx";
import type { WebhookErrors, WebhookValues } from "./webhook-values.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./integrations.css";

const page = { ...pages.integrations, title: "Webhook" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageIntegrations);
  const { clock, db } = servicesOf(context);
  // Required already here, because re-authentication would discard what was typed.
  requireRecentAuthentication(session, webhookPath(params.id));
  const found = isUuid(params.id) ? await findListedDestination(db, params.id) : undefined;
  if (found?.url === undefined || found.url === null) throw createNotFoundResponse(session.staff);
  const { name, url, events, includesContact, revision } = found;
  const done = new URL(request.url).searchParams.get("done");
  return {
    staff: session.staff,
    webhook: createDestinationView(found, clock.now()),
    values: { name, url, events, includesContact } satisfies WebhookValues,
    revision,
    done: isWebhookDone(done) ? webhookDoneTexts[done] : undefined,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageIntegrations);
  requireRecentAuthentication(session, webhookPath(params.id));
  if (!isUuid(params.id)) throw createNotFoundResponse(session.staff);
  const { db, integrations } = servicesOf(context);
  const { keys, allowsLocalUrls } = integrations;
  const by = { actor: actorOf(session.staff), clientAddress: factsOf(context).clientAddress };
  const deps = { db, keys, allowsLocalUrls, ...by };
  const outcome = await applyWebhookChange(deps, params.id, await readForm(request));
  integrations.wake();
  switch (outcome.kind) {
    case "done":
      return redirect(
        `${outcome.done === "removed" ? pages.integrations.path : webhookPath(params.id)}?done=${outcome.done}`,
        303,
      );
    case "tested":
      return redirect(`${deliveryPath(outcome.deliveryId)}?done=test`, 303);
    case "rotated":
      return data(outcome);
    case "refused":
      if (outcome.status === 404) throw createNotFoundResponse(session.staff);
      return data(outcome, { status: outcome.status });
  }
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, webhook, values, revision, done } = loaderData;
  const { key } = useLocation();
  const refused = actionData?.kind === "refused" ? actionData : undefined;
  return (
    <>
      <StaffHeader title={webhook.name} staff={staff} />
      <main id="main" className="wrap staff-page integrations" key={key}>
        <Link className="back" to={pages.integrations.path}>
          {webhookTexts.back}
        </Link>
        <Outcome result={actionData} done={done} />
        <State webhook={webhook} />
        <Settings
          values={refused?.values ?? values}
          errors={refused?.errors ?? {}}
          revision={revision}
          key={revision}
        />
        <Secret revision={revision} />
        <Removal ask={webhookTexts.removeAsk} about={webhookTexts.removeAbout} remove={webhookTexts.remove} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <NotFoundPage
      page={pages.integrations}
      error={error}
      title={page.title}
      text={integrationTexts.unknown}
    />
  );
}

function Outcome({ result, done }: { result: WebhookOutcome | undefined; done: string | undefined }) {
  if (result?.kind === "rotated") return <NewSecret secret={result.secret} />;
  if (result?.kind === "refused") {
    return <Alert text={result.refusal} leavesFocus={Object.keys(result.errors).length > 0} />;
  }
  return done === undefined ? null : <Alert text={done} isGood />;
}

function State({ webhook: { id, badge, problem, isActive, facts } }: { webhook: DestinationView }) {
  return (
    <section aria-labelledby="state">
      <h2 id="state">
        {webhookTexts.state} <span className={`tag ${badge.tone}`}>{badge.label}</span>
      </h2>
      {problem === undefined ? null : <p className="problem">{problem}</p>}
      <FactList facts={facts} />
      <Form method="post" className="acts">
        {isActive ? <ChangeButton change="test">{webhookTexts.test}</ChangeButton> : null}
        {isActive ? (
          <ChangeButton change="pause">{webhookTexts.pause}</ChangeButton>
        ) : (
          <ChangeButton change="resume">{webhookTexts.resume}</ChangeButton>
        )}
        <Link className="link" to={deliveriesOfPath(id)}>
          {integrationTexts.log}
        </Link>
      </Form>
    </section>
  );
}

function Settings({
  values,
  errors,
  revision,
}: {
  values: WebhookValues;
  errors: WebhookErrors;
  revision: number;
}) {
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{webhookTexts.settings}</h2>
      <Form method="post" className="sheet">
        <input type="hidden" name="revision" value={revision} />
        <WebhookFields values={values} errors={errors} />
        <div className="acts">
          <ChangeButton change="save">{webhookTexts.save}</ChangeButton>
        </div>
      </Form>
    </section>
  );
}

function Secret({ revision }: { revision: number }) {
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{webhookTexts.secret}</h2>
      <p className="soft">
        {webhookTexts.secretAbout} {webhookTexts.rotateAbout}
      </p>
      <Form method="post" className="acts">
        <input type="hidden" name="revision" value={revision} />
        <ChangeButton change="rotate">{webhookTexts.rotate}</ChangeButton>
      </Form>
    </section>
  );
}

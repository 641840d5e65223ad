import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/wealthbox.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canManageIntegrations } from "#app/identity/accounts/permissions.ts";
import { findWealthbox } from "#app/integrations/destinations/list-destinations.server.ts";
import { countUnsentPeople } from "#app/integrations/wealthbox-connection/change-wealthbox.server.ts";
import {
  readStoredSettings,
  usualSettings,
  type WealthboxSettings,
} from "#app/integrations/wealthbox/wealthbox-settings.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { deliveriesOfPath, wealthboxPath } from "#app/staff/paths/integration-paths.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { ChangeButton, Removal } from "#app/staff/integrations/change-forms.tsx";
import { createDestinationView, type DestinationView } from "#app/staff/integrations/destination-view.ts";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { applyWealthboxChange, type WealthboxOutcome } from "./apply-wealthbox-change.server.ts";
import { DryRun } from "./dry-run.tsx";
import { isWealthboxDone, wealthboxDoneTexts, wealthboxTexts } from "./wealthbox.messages.ts";
import { WealthboxFields } from "./wealthbox-fields.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "#app/staff/integrations/integrations.css";
import "./wealthbox.css";

const page = { ...pages.integrations, title: wealthboxTexts.title };

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageIntegrations);
  // Required already here, because re-authentication would discard what was typed.
  requireRecentAuthentication(session, wealthboxPath);
  const { clock, db } = servicesOf(context);
  const found = await findWealthbox(db);
  const settings = found === undefined ? usualSettings : readStoredSettings(found.settings);
  const done = new URL(request.url).searchParams.get("done");
  return {
    staff: session.staff,
    connection:
      found === undefined
        ? undefined
        : { ...createDestinationView(found, clock.now()), revision: found.revision },
    settings,
    unsent: found === undefined ? 0 : await countUnsentPeople(db, settings),
    done: isWealthboxDone(done) ? wealthboxDoneTexts[done] : undefined,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canManageIntegrations);
  requireRecentAuthentication(session, wealthboxPath);
  const { clock, db, integrations, persons, siteUrl } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { id: sessionId, staff } = session;
  const viewer = { actor: staff, sessionId, clientAddress };
  const deps = { db, clock, siteUrl, integrations, persons, viewer, actor: actorOf(staff), clientAddress };
  const outcome = await applyWealthboxChange(deps, await readForm(request), request.signal);
  integrations.wake();
  switch (outcome.kind) {
    case "done":
      return redirect(`${wealthboxPath}?done=${outcome.done}`, 303);
    case "removed":
      return redirect(`${pages.integrations.path}?done=disconnected`, 303);
    case "previewed":
    case "checked":
      return data(outcome);
    case "refused":
      return data(outcome, { status: outcome.status });
  }
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Wealthbox({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, connection, settings, unsent, done } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page integrations wealthbox" key={key}>
        <Link className="back" to={pages.integrations.path}>
          {wealthboxTexts.back}
        </Link>
        <Outcome result={actionData} done={done} />
        <p className="soft">{wealthboxTexts.about}</p>
        {connection === undefined ? null : <State connection={connection} />}
        <Settings
          settings={settings}
          revision={connection?.revision}
          refused={actionData?.kind === "refused" ? actionData : undefined}
        />
        <DryRun previews={actionData?.kind === "previewed" ? actionData.previews : undefined} />
        {connection === undefined ? null : <ExistingPeople count={unsent} />}
        {connection === undefined ? null : (
          <Removal
            ask={wealthboxTexts.removeAsk}
            about={wealthboxTexts.removeAbout}
            remove={wealthboxTexts.remove}
          />
        )}
      </main>
    </>
  );
}

/** @param revision undefined if Wealthbox is not connected */
function Settings({
  settings,
  revision,
  refused,
}: {
  settings: WealthboxSettings;
  revision: number | undefined;
  refused: Extract<WealthboxOutcome, { kind: "refused" }> | undefined;
}) {
  const isConnected = revision !== undefined;
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{isConnected ? wealthboxTexts.settings : wealthboxTexts.connect}</h2>
      <Form method="post" className="sheet" key={revision}>
        <input type="hidden" name="revision" value={revision ?? 0} />
        <WealthboxFields
          settings={refused?.settings ?? settings}
          errors={refused?.errors ?? {}}
          hasToken={isConnected}
        />
        <div className="acts">
          <ChangeButton change="save" look={isConnected ? "" : "press"}>
            {isConnected ? wealthboxTexts.save : wealthboxTexts.connect}
          </ChangeButton>
        </div>
      </Form>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

function Outcome({ result, done }: { result: WealthboxOutcome | undefined; done: string | undefined }) {
  if (result?.kind === "checked") return <Alert text={result.text} isGood={result.isGood} />;
  if (result?.kind === "refused") {
    return <Alert text={result.refusal} leavesFocus={Object.keys(result.errors).length > 0} />;
  }
  return done === undefined || result !== undefined ? null : <Alert text={done} isGood />;
}

function State({ connection: { id, badge, problem, isActive, facts } }: { connection: DestinationView }) {
  return (
    <section aria-labelledby="state">
      <h2 id="state">
        {wealthboxTexts.state} <span className={`tag ${badge.tone}`}>{badge.label}</span>
      </h2>
      {problem === undefined ? null : <p className="problem">{problem}</p>}
      <FactList facts={facts} />
      <Form method="post" className="acts">
        <ChangeButton change="check">{wealthboxTexts.check}</ChangeButton>
        {isActive ? (
          <ChangeButton change="pause">{wealthboxTexts.pause}</ChangeButton>
        ) : (
          <ChangeButton change="resume">{wealthboxTexts.resume}</ChangeButton>
        )}
        <Link className="link" to={deliveriesOfPath(id)}>
          {wealthboxTexts.log}
        </Link>
      </Form>
    </section>
  );
}

/** Requires a second click to confirm, with or without JavaScript. */
function ExistingPeople({ count }: { count: number }) {
  return (
    <section aria-labelledby="existing">
      <h2 id="existing">{wealthboxTexts.existing}</h2>
      <p className="soft">{count === 0 ? wealthboxTexts.existingNone : wealthboxTexts.existingAbout}</p>
      {count === 0 ? null : (
        <details className="removal">
          <summary>{wealthboxTexts.existingAsk(count)}</summary>
          <Form method="post">
            <ChangeButton change="send">{wealthboxTexts.existingSend(count)}</ChangeButton>
          </Form>
        </details>
      )}
    </section>
  );
}

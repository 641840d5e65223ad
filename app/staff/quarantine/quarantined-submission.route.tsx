import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Route } from "./+types/quarantined-submission.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordPersonView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canReviewSubmissions, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { findQuarantined, getAuditSubject } from "#app/intake/quarantine/quarantine.server.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { notifyPeople } from "#app/staff/shell/no-email.ts";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { personPath } from "#app/staff/paths/person-path.ts";
import { isDecision, decideSubmission } from "./decide-submission.server.ts";
import { quarantinedPath } from "#app/staff/paths/quarantine-path.ts";
import { createQuarantineView } from "./quarantine-view.server.ts";
import {
  isQuarantineDone,
  quarantineDoneTexts,
  quarantineDoneWithoutEmailTexts,
  quarantineRefusals,
  quarantineTexts,
} from "./quarantine.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./quarantine.css";

const page = { ...pages.quarantine, title: "Quarantined submission" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, events, sendsEmail, persons } = servicesOf(context);
  const held = isUuid(params.id) ? await findQuarantined(db, params.id) : undefined;
  if (held === undefined) throw createNotFoundResponse(staff);
  await recordPersonView(db, {
    actor: staff,
    sessionId,
    subject: getAuditSubject({ persons }, held),
    details: { submission: held.id },
    clientAddress: factsOf(context).clientAddress,
  });
  const done = new URL(request.url).searchParams.get("done");
  const doneTexts = sendsEmail ? quarantineDoneTexts : quarantineDoneWithoutEmailTexts;
  return {
    staff,
    held: createQuarantineView(held, clock.now(), events.findEvent),
    canDecide: canReviewSubmissions(staff),
    sendsEmail,
    // The URL cannot claim that a quarantined submission was accepted.
    done: isQuarantineDone(done) && held.releasedAt !== null ? doneTexts[done] : undefined,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canReviewSubmissions);
  const { clock, db, formHandlers, outbox, persons } = servicesOf(context);
  const decision = (await readForm(request)).get("change");
  // A deletion cannot be undone.
  if (decision === "remove") requireRecentAuthentication(session, quarantinedPath(params.id));
  // PostgreSQL rejects other values with an error.
  if (!isUuid(params.id)) return data({ refusal: quarantineRefusals.unknown }, { status: 404 });
  if (!isDecision(decision)) return data({ refusal: quarantineRefusals.unclear }, { status: 422 });
  const { id, email } = session.staff;
  const outcome = await decideSubmission(
    {
      clock,
      db,
      formHandlers,
      outbox,
      persons,
      actor: actorOf({ id, email }),
      clientAddress: factsOf(context).clientAddress,
    },
    { id: params.id, decision },
  );
  return outcome.ok
    ? redirect(outcome.path, 303)
    : data({ refusal: outcome.refusal }, { status: outcome.status });
}

/** Reloads after a rejection as well, because another person has decided. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 404 || actionStatus === 409 || defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function QuarantinedSubmissionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, held, canDecide, sendsEmail, done } = loaderData;
  return (
    <>
      <StaffHeader title={held.name} staff={staff} />
      <main id="main" className="wrap staff-page held">
        <Link to={pages.quarantine.path} className="back">
          {quarantineTexts.back}
        </Link>
        <Outcome refusal={actionData?.refusal} done={done} />
        {sendsEmail ? null : <p className="soft">{notifyPeople}</p>}
        <h2>
          Status <span className={held.isReleased ? "tag high" : "tag low"}>{held.state}</span>
        </h2>
        <FactList facts={held.facts} />
        {held.leadId === undefined ? null : (
          <p className="acts">
            <Link className="btn" to={personPath(held.leadId)}>
              {quarantineTexts.person}
            </Link>
          </p>
        )}
        {canDecide && !held.isReleased ? <Decision /> : null}
        <h2>Entries</h2>
        <FactList facts={held.typed} />
        {held.sender.length === 0 ? null : (
          <>
            <h2>Sender</h2>
            <FactList facts={held.sender} />
          </>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <NotFoundPage page={pages.quarantine} error={error} title={page.title} text={quarantineTexts.unknown} />
  );
}

function Outcome({ refusal, done }: { refusal: string | undefined; done: string | undefined }) {
  if (refusal !== undefined) return <Alert text={refusal} />;
  return done === undefined ? null : <Alert text={done} isGood />;
}

function Decision() {
  return (
    <div className="decision">
      <Form method="post">
        <button type="submit" name="change" value="release" className="btn press">
          {quarantineTexts.release}
        </button>
        <p className="soft small">{quarantineTexts.releaseMeans}</p>
      </Form>
      {/* Two steps, because it is next to the other button and cannot be undone. */}
      <details>
        <summary className="btn">{quarantineTexts.remove}</summary>
        <Form method="post">
          <button type="submit" name="change" value="remove" className="btn destructive">
            {quarantineTexts.removeAct}
          </button>
          <p className="soft small">{quarantineTexts.removeMeans}</p>
        </Form>
      </details>
    </div>
  );
}

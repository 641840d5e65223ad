import { data, Form, Link, redirect } from "react-router";
import type { Route } from "./+types/delivery.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canReplayDeliveries, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { findDelivery } from "#app/integrations/deliveries/list-deliveries.server.ts";
import { replayDelivery } from "#app/integrations/deliveries/replay-deliveries.server.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { deliveriesPath, deliveryPath } from "#app/staff/paths/integration-paths.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { createDeliveryView } from "./delivery-view.ts";
import { deliveryDoneTexts, deliveryTexts, isDeliveryDone, replayRefusals } from "./deliveries.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./deliveries.css";

const page = { ...pages.integrations, title: deliveryTexts.deliveryTitle };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, persons } = servicesOf(context);
  const found = await findDelivery(db, params.id);
  if (found === undefined) throw createNotFoundResponse(staff);
  if (found.email !== null) {
    const { clientAddress } = factsOf(context);
    await recordViewOfPerson({ db, persons }, found.email, { actor: staff, sessionId, clientAddress });
  }
  const done = new URL(request.url).searchParams.get("done");
  return {
    staff,
    delivery: createDeliveryView(found, clock.now()),
    canReplay: canReplayDeliveries(staff),
    done: isDeliveryDone(done) ? deliveryDoneTexts[done] : undefined,
  };
}

/** Replays the delivery. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canReplayDeliveries);
  const { db, integrations } = servicesOf(context);
  const found = await findDelivery(db, params.id);
  if (found === undefined) throw createNotFoundResponse(staff);
  const { clientAddress } = factsOf(context);
  const outcome = await replayDelivery({ db, actor: actorOf(staff), clientAddress }, found.id);
  if (!outcome.ok) return data({ refusal: replayRefusals[outcome.reason] }, { status: 409 });
  integrations.wake();
  return redirect(`${deliveryPath(found.id)}?done=replayed`, 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Delivery({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, delivery, canReplay, done } = loaderData;
  const { id, title, badge, explanation, facts, data: content, isSettled, formId } = delivery;
  return (
    <>
      <StaffHeader title={title} staff={staff} />
      <main id="main" className="wrap staff-page deliveries">
        <Link className="back" to={deliveriesPath}>
          {deliveryTexts.backToLog}
        </Link>
        <Outcome refusal={actionData?.refusal} done={isSettled ? undefined : done} />
        <section aria-labelledby="state">
          <h2 id="state">
            {page.title} <span className={`tag ${badge.tone}`}>{badge.label}</span>
          </h2>
          <p>{explanation}</p>
          <FactList facts={facts} />
          <div className="acts">
            {canReplay && isSettled ? (
              <Form method="post" action={deliveryPath(id)}>
                <button type="submit" className="btn">
                  {deliveryTexts.replay}
                </button>
              </Form>
            ) : null}
            {/* A plain link also works without scripting. */}
            {isSettled ? null : <a href={deliveryPath(id)}>{deliveryTexts.refresh}</a>}
            {formId === null ? null : <Link to={personPath(formId)}>{deliveryTexts.person}</Link>}
          </div>
        </section>
        <section aria-labelledby="data">
          <h2 id="data">{deliveryTexts.data}</h2>
          <p className="soft small">{content.about}</p>
          <pre>{content.text}</pre>
        </section>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={page} error={error} title={page.title} text={deliveryTexts.unknown} />;
}

function Outcome({ refusal, done }: { refusal: string | undefined; done: string | undefined }) {
  if (refusal !== undefined) return <Alert text={refusal} />;
  return done === undefined ? null : <Alert text={done} isGood />;
}

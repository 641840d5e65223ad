import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/claim.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { findClaim } from "#app/compliance/claims/list-claims.server.ts";
import { canDecideClaims, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { claimField, claimPath, claimsListPath, readClaimQuery } from "#app/staff/paths/record-path.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { practice } from "#content/practice.ts";
import { applyDecision } from "./apply-decision.server.ts";
import { ClaimShown, History, Others, PagesOfClaim } from "./claim-sections.tsx";
import { choiceField, decisionFields } from "./claim-values.ts";
import { claimDoneTexts, claimPageTexts, isClaimDone } from "./claims.messages.ts";
import { createClaimPageView } from "./claim-page-view.ts";
import { claimList } from "./claims.list.tsx";
import { DecisionForms } from "./decision-forms.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./claims.css";

const page = { ...pages.claims, title: claimPageTexts.title };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canReadRecord);
  const { clock, db } = servicesOf(context);
  const found = isClaimId(params.id) ? await findClaim(db, Number(params.id)) : undefined;
  if (found === undefined) throw createNotFoundResponse(staff);
  const { clientAddress } = factsOf(context);
  await recordView(db, { actor: staff, sessionId, list: claimList.name, clientAddress });
  const now = clock.now();
  const done = new URL(request.url).searchParams.get("done");
  return {
    staff,
    ...createClaimPageView(found, now),
    today: dayIn(practice.timeZone, now),
    canDecide: canDecideClaims(staff),
    done: isClaimDone(done) ? claimDoneTexts[done] : undefined,
  };
}

function isClaimId(text: string): boolean {
  return /^\d{1,9}$/.test(text);
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canDecideClaims, {
    keepFields: [claimField, choiceField, ...decisionFields],
  });
  const { clock, db } = servicesOf(context);
  if (!isClaimId(params.id)) throw createNotFoundResponse(staff);
  const { clientAddress } = factsOf(context);
  const deps = { db, clock, actor: actorOf(staff), clientAddress };
  const outcome = await applyDecision(deps, await readForm(request));
  if (!outcome.ok) return data(outcome.draft, { status: outcome.status });
  const path = claimPath(Number(params.id), readClaimQuery(new URL(request.url)));
  return redirect(`${path}${path.includes("?") ? "&" : "?"}done=${outcome.choice}`, 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Claim({ loaderData, actionData: draft }: Route.ComponentProps) {
  const { staff, claim, places, history, others, today, canDecide, done } = loaderData;
  const location = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page claims" key={location.key}>
        <Link className="back" to={claimsListPath(location)}>
          {pages.claims.title}
        </Link>
        {draft === undefined ? null : (
          <Alert text={draft.refusal} leavesFocus={Object.keys(draft.errors).length > 0} />
        )}
        {done === undefined || draft !== undefined ? null : <Alert text={done} isGood />}
        <ClaimShown claim={claim} />
        <div className="claim-columns">
          <div>
            {canDecide ? (
              <DecisionForms claims={[claim]} draft={draft} today={today} key={JSON.stringify(draft)} />
            ) : null}
          </div>
          <div>
            <PagesOfClaim places={places} />
            <Others claim={claim} others={others} canDecide={canDecide} />
            <History history={history} />
          </div>
        </div>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={page} error={error} title={page.title} text={claimPageTexts.unknown} />;
}

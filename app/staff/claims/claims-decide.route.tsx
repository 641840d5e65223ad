import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/claims-decide.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { maxClaimsPerDecision } from "#app/compliance/claims/claim-limits.ts";
import { findClaimsById } from "#app/compliance/claims/list-claims.server.ts";
import { canDecideClaims } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { claimField, claimsListPath, readDraftPath } from "#app/staff/paths/record-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { practice } from "#content/practice.ts";
import { applyDecision } from "./apply-decision.server.ts";
import { ClaimLink, Sentence, StatusBadge } from "./claim-cells.tsx";
import { choiceField, decisionFields } from "./claim-values.ts";
import { createClaimView } from "./claim-view.ts";
import { decideTexts } from "./claims.messages.ts";
import { DecisionForms } from "./decision-forms.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./claims.css";

const page = { ...pages.claims, title: decideTexts.title };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canDecideClaims);
  const { clock, db } = servicesOf(context);
  const ids = new URL(request.url).searchParams.getAll(claimField).filter((id) => /^\d{1,9}$/.test(id));
  const claims = await findClaimsById(db, ids.slice(0, maxClaimsPerDecision).map(Number));
  const now = clock.now();
  return {
    staff,
    draftPath: readDraftPath(new URL(request.url)),
    today: dayIn(practice.timeZone, now),
    claims: claims.map((claim) => createClaimView(claim, now)),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canDecideClaims, {
    keepFields: [claimField, choiceField, ...decisionFields],
  });
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const deps = { db, clock, actor: actorOf(staff), clientAddress };
  const outcome = await applyDecision(deps, await readForm(request));
  if (!outcome.ok) return data(outcome.draft, { status: outcome.status });
  const url = new URL(request.url);
  const draftPath = readDraftPath(url);
  const list = claimsListPath(url, outcome.choice);
  return redirect(draftPath === undefined ? list : `${draftPath}?done=${outcome.choice}`, 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function DecideClaims({ loaderData, actionData: draft }: Route.ComponentProps) {
  const { staff, draftPath, today, claims } = loaderData;
  const location = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page claims" key={location.key}>
        <Link className="back" to={draftPath ?? claimsListPath(location)}>
          {draftPath === undefined ? pages.claims.title : decideTexts.draft}
        </Link>
        {draft === undefined ? null : (
          <Alert text={draft.refusal} leavesFocus={Object.keys(draft.errors).length > 0} />
        )}
        {claims.length === 0 ? (
          <p className="empty">{decideTexts.none}</p>
        ) : (
          <>
            <p className="soft about">{decideTexts.about(claims.length)}</p>
            <ul className="selected">
              {claims.map((claim) => (
                <li key={claim.id}>
                  <ClaimLink claim={claim} /> <StatusBadge claim={claim} />
                  <br />
                  <Sentence claim={claim} />
                </li>
              ))}
            </ul>
            <DecisionForms claims={claims} draft={draft} today={today} key={JSON.stringify(draft)} />
          </>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

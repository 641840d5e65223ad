import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/release.route";
import {
  canApproveContent,
  canDecideClaims,
  canEditContent,
  canReadRecord,
} from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { factsOf, type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { ClaimsPanel } from "#app/staff/content-claims/claims-panel.tsx";
import { claimTexts } from "#app/staff/content-claims/draft-claims.messages.ts";
import { isContentField } from "#app/staff/content-form/form-fields.ts";
import { releasePath } from "#app/staff/content-form/content-path.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { Approval } from "./approval.tsx";
import { Outcome } from "./outcome.tsx";
import { type ContentRefusal, createPublishDeps, isPublication, needsApprover } from "./decide.server.ts";
import { applyReleaseAction } from "./release-action.server.ts";
import { registerRestoredClaims, type ReleaseView, viewRelease } from "./release-view.server.ts";
import { describeDone, releaseTexts } from "./review.messages.ts";
import { Discard } from "./discard.tsx";
import { DocumentComparisons } from "./version-changes.tsx";
import { zoneAt } from "./version-view.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./content.css";

const page = { ...pages.releases, title: releaseTexts.unknownTitle };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canReadRecord);
  const number = readNumber(params.number);
  const view = number === undefined ? undefined : await viewRelease(services, number, staff);
  if (view === undefined) throw createNotFoundResponse(staff);
  const search = new URL(request.url).searchParams;
  return {
    staff,
    view,
    canDecide: canDecideClaims(staff),
    zone: zoneAt(services.clock.now()),
    done: describeDone(search.get("done"), search.get("release")),
  };
}

function readNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canEditContent, { keepFields: isContentField });
  const number = readNumber(params.number);
  if (number === undefined) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  if (form.get("do") === "claims") return decideClaims(services, request, number);
  if (needsApprover(form, await findOpenChange(services.db, null))) {
    await requireStaff(services, request, canApproveContent, {
      keepFields: isContentField,
      form,
      requiresRecentAuthentication: isPublication(form),
    });
  }
  const { clientAddress } = factsOf(context);
  const deps = createPublishDeps(services, { staff, clientAddress });
  const outcome = await applyReleaseAction(deps, number, form);
  return outcome.ok
    ? redirect(releasePath(number, outcome.parameters), 303)
    : data(outcome.refusal, { status: outcome.status });
}

/** Leads to the form about the claims of the restored release, or back if all are decided. */
async function decideClaims(services: PageServices, request: Request, number: number) {
  await requireStaff(services, request, canDecideClaims);
  const path = await registerRestoredClaims(services, number);
  return path === undefined
    ? data<ContentRefusal>({ text: claimTexts.allDecided }, { status: 409 })
    : redirect(path, 303);
}

/** Reloads after a refusal as well, because a colleague may have decided. */
export function shouldRevalidate() {
  return true;
}

export function meta(head: Route.MetaArgs) {
  const number = head.loaderData?.view.number;
  const title = number === undefined ? page.title : releaseTexts.release(number);
  return createStaffMeta({ ...pages.releases, title }, head);
}

export default function Release({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { staff, view, canDecide, zone, done } = loaderData;
  const { number, facts, isFirst, isLive, changes, change, access } = view;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page content">
        <Link className="back" to={pages.releases.path}>
          {pages.releases.title}
        </Link>
        <Outcome done={done} refusal={refusal} key={key} />
        <div className="content-head">
          <h1>{releaseTexts.release(number)}</h1>
          {isLive ? <span className="tag high">{releaseTexts.live}</span> : null}
        </div>
        <FactList facts={facts} />
        {change === undefined ? null : (
          <>
            <Restoring view={view} refusal={refusal} />
            {view.claims === undefined ? null : (
              <ClaimsPanel {...view.claims} canDecide={canDecide} canReword={false} />
            )}
            <Approval change={change} access={access} refusal={refusal} zone={zone} />
          </>
        )}
        {isFirst ? (
          <p className="soft">{releaseTexts.first}</p>
        ) : (
          <section aria-labelledby="since">
            <h2 id="since">{releaseTexts.sincePrevious(number - 1)}</h2>
            <DocumentComparisons changes={changes} />
          </section>
        )}
        {isLive || change !== undefined ? null : <Restoring view={view} refusal={refusal} />}
      </main>
    </>
  );
}

type RestoringProps = {
  view: ReleaseView;
  refusal: { field?: string | undefined; text: string } | undefined;
};

/** What restoring the release would change, which an approver reads before the decision. */
function Restoring({ view, refusal }: RestoringProps) {
  const { access, restoring } = view;
  return (
    <section aria-labelledby="restoring">
      <h2 id="restoring">{releaseTexts.restoring}</h2>
      {restoring.length === 0 ? (
        <p className="soft">{releaseTexts.sameAsLive}</p>
      ) : (
        <DocumentComparisons changes={restoring} />
      )}
      {access.canEdit ? <Restore view={view} refusal={refusal} /> : null}
    </section>
  );
}

function Restore({ view: { access, change, otherOpen }, refusal }: RestoringProps) {
  if (otherOpen !== undefined) {
    return (
      <p>
        <Link className="link" to={releasePath(otherOpen)}>
          {releaseTexts.otherOpen(otherOpen)}
        </Link>
      </p>
    );
  }
  if (change !== undefined) {
    return <Discard change={change} isOwn={access.isOwn} refusal={refusal} />;
  }
  return (
    <Form method="post" className="sheet" noValidate aria-labelledby="restore" data-draft="restore">
      <h3 id="restore">{releaseTexts.restore}</h3>
      <p className="soft">{releaseTexts.restoreAbout}</p>
      <TextAreaField
        label={releaseTexts.restoreReason}
        name="reason"
        rows={2}
        required
        maxLength={maximumLength.freeText}
        {...fieldError(refusal?.field === "reason" ? refusal.text : undefined)}
      />
      <p className="acts">
        <button type="submit" name="do" value="restore" className="btn">
          {releaseTexts.submit}
        </button>
      </p>
    </Form>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={pages.releases} error={error} title={page.title} text={releaseTexts.unknown} />;
}

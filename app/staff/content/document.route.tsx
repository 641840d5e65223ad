import { type ComponentProps, useState } from "react";
import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/document.route";
import {
  canApproveContent,
  canDecideClaims,
  canEditContent,
  canReadRecord,
} from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { findOpenChange } from "#app/publishing/changes/change-store.server.ts";
import { parseJson } from "#app/publishing/documents/json.ts";
import { factsOf, type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { fieldPrefix, isContentField } from "#app/staff/content-form/form-fields.ts";
import { contentPath, itemAnchor } from "#app/staff/content-form/content-path.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { useOpened } from "#app/staff/session/use-opened.ts";
import { useSettled } from "#app/staff/session/use-settled.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { type DocumentName, isDocumentName } from "#app/publishing/documents/site-documents.server.ts";
import { Outcome } from "#app/staff/content-review/outcome.tsx";
import { Approval } from "#app/staff/content-review/approval.tsx";
import {
  type ContentRefusal,
  createPublishDeps,
  isPublication,
  needsApprover,
} from "#app/staff/content-review/decide.server.ts";
import { describeDone } from "#app/staff/content-review/review.messages.ts";
import { claimTexts } from "#app/staff/content-claims/draft-claims.messages.ts";
import { ClaimsPanel } from "#app/staff/content-claims/claims-panel.tsx";
import { registerDraftClaims } from "#app/staff/content-claims/draft-claims.server.ts";
import { History, VersionChanges } from "#app/staff/content-review/version-changes.tsx";
import { PreviewPanel } from "#app/staff/content-preview/preview-panel.tsx";
import { type DraftClaim, replaceClaimsOfPage } from "#app/staff/content-preview/typed-claims.ts";
import { ConflictForm } from "./conflict-form.tsx";
import { documentTexts } from "./content.messages.ts";
import { applyContentAction } from "./document-action.server.ts";
import { DocumentHead } from "./document-head.tsx";
import { type DocumentView, viewDocument } from "./document-view.server.ts";
import { Editor } from "./editor.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "#app/staff/content-review/content.css";

const page = { ...pages.content, title: documentTexts.unknownTitle };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canReadRecord);
  if (!isDocumentName(params.document)) throw createNotFoundResponse(staff);
  const search = new URL(request.url).searchParams;
  const query = readParameters(search);
  const view = await viewDocument(services, params.document, { staff, query });
  if (view === undefined) throw createNotFoundResponse(staff);
  const canDecide = canDecideClaims(staff);
  return { staff, view, canDecide, done: describeDone(search.get("done"), search.get("release")) };
}

function readParameters(search: URLSearchParams) {
  const read = (name: string) => search.get(name) ?? undefined;
  return { part: read("part"), page: read("page"), history: read("history") };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canEditContent, { keepFields: isContentField });
  if (!isDocumentName(params.document)) throw createNotFoundResponse(staff);
  const name = params.document;
  const form = await readForm(request);
  if (form.get("do") === "claims") return decideClaims(services, request, name);
  if (needsApprover(form, await findOpenChange(services.db, name))) {
    await requireStaff(services, request, canApproveContent, {
      keepFields: isContentField,
      form,
      requiresRecentAuthentication: isPublication(form),
    });
  }
  const { clientAddress } = factsOf(context);
  const shown = readParameters(new URL(request.url).searchParams);
  const outcome = await applyContentAction(createPublishDeps(services, { staff, clientAddress }), {
    name,
    form,
    shown,
  });
  if (!outcome.ok) return data(outcome.refusal, { status: outcome.status });
  const anchor = outcome.anchor === undefined ? "" : `#${encodeURIComponent(itemAnchor(outcome.anchor))}`;
  return redirect(contentPath(name, outcome.parameters) + anchor, 303);
}

/** Leads to the form about the claims of the draft, or back if all are decided. */
async function decideClaims(services: PageServices, request: Request, name: DocumentName) {
  await requireStaff(services, request, canDecideClaims);
  const change = await findOpenChange(services.db, name);
  const body = change?.body ?? null;
  const path = body === null ? undefined : await registerDraftClaims(services, name, parseJson(body));
  return path === undefined
    ? data<ContentRefusal>({ text: claimTexts.allDecided }, { status: 409 })
    : redirect(path, 303);
}

/** Reloads after a refusal as well, because a colleague has changed the draft, or because it was saved but not submitted. */
export function shouldRevalidate() {
  return true;
}

export function meta(head: Route.MetaArgs) {
  const title = head.loaderData?.view.title ?? page.title;
  return createStaffMeta({ ...pages.content, title }, head);
}

export default function Document({ loaderData, actionData }: Route.ComponentProps) {
  // The form about a conflict sends the current revision.
  const refusal = useSettled(actionData);
  const { staff, view, canDecide, done } = loaderData;
  const { key, hash } = useLocation();
  const { change, comparison, history, access } = view;
  // The links of mistakes lead to a field.
  const response = hash.startsWith(`#${fieldPrefix}`) ? undefined : key;
  const { opened, formKey } = useOpened({ change, editor: view.editor }, response);
  const [typed, setTyped] = useState<{ view: DocumentView; claims: DraftClaim[] }>();
  // After the draft was saved, the claims are those of the saved draft.
  const openClaims = typed?.view === view ? typed.claims : undefined;
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page content">
        <Link className="back" to={pages.content.path}>
          {pages.content.title}
        </Link>
        <Outcome done={done} refusal={refusal} key={key} />
        <DocumentHead
          view={view}
          isEditing={opened.editor !== undefined && refusal?.conflict === undefined}
          refusal={refusal}
        />
        <Draft
          view={{ ...view, ...opened }}
          formKey={formKey}
          refusal={refusal}
          openClaims={openClaims}
          onTyped={(found) => setTyped({ view, claims: found })}
        />
        {comparison === undefined ? null : <VersionChanges comparison={comparison} />}
        {change === undefined ? null : (
          <ClaimsPanel {...withTypedClaims(view, openClaims)} canDecide={canDecide} canReword />
        )}
        {change === undefined ? null : (
          <Approval change={change} access={access} refusal={refusal} zone={view.zone} />
        )}
        <History entries={history} />
      </main>
    </>
  );
}

/** The claims of the saved draft, those of the displayed page as it is typed. */
function withTypedClaims({ claims, preview }: DocumentView, typed: DraftClaim[] | undefined) {
  const saved = claims?.open;
  return {
    open: typed === undefined ? saved : replaceClaimsOfPage(saved, preview.page, typed),
    added: claims?.added,
  };
}

/** The fields beside the preview. After a conflict, both versions take the place of the fields. */
function Draft({
  view,
  formKey,
  refusal,
  ...claims
}: { view: DocumentView; formKey: string; refusal: ContentRefusal | undefined } & Pick<
  ComponentProps<typeof PreviewPanel>,
  "openClaims" | "onTyped"
>) {
  const { title, change, editor, preview } = view;
  const conflict = refusal?.conflict;
  const isEditing = editor !== undefined && change !== undefined && conflict === undefined;
  return (
    <>
      {conflict === undefined ? null : <ConflictForm conflict={conflict} view={view} />}
      <div className={isEditing ? "content-columns" : "content-columns only-preview"}>
        {isEditing ? <Editor change={change} editor={editor} refusal={refusal} key={formKey} /> : null}
        <PreviewPanel title={title} preview={preview} isEditing={isEditing} {...claims} />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={pages.content} error={error} title={page.title} text={documentTexts.unknown} />;
}

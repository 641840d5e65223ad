import { Form, Link, redirect } from "react-router";
import type { Route } from "./+types/emails.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canSendEmails } from "#app/identity/accounts/permissions.ts";
import { allEmailKinds, getEmailLabel } from "#app/email/definition/email-kinds.ts";
import { countRetriableEmails, retryEmails } from "#app/email/outbox/retry-emails.server.ts";
import { hasEmails, listEmails } from "#app/email/outbox/list-emails.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { readForm } from "#app/platform/http/form.ts";
import { ListSection } from "#app/staff/data-table/list-page.tsx";
import { loadListPage } from "#app/staff/data-table/load-list-page.server.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { previewsPath } from "#app/staff/paths/email-paths.ts";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { emailList } from "./emails.list.tsx";
import { emailsTexts, isRetryConfirmation, retryConfirmations } from "./emails.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./emails.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, emailList.permission);
  const services = servicesOf(context);
  const { db, sendsEmail } = services;
  const { staff } = session;
  const canSend = canSendEmails(staff);
  const hiddenKinds = hiddenKindsFor(staff);
  const kinds = allEmailKinds.filter((kind) => !hiddenKinds.includes(kind));
  const { clientAddress } = factsOf(context);
  const [list, hasFailed, retriable, hasUnsent] = await Promise.all([
    loadListPage(
      emailList,
      listEmails({ hiddenKinds }),
      { request, session, services, clientAddress },
      { choices: { kind: Object.fromEntries(kinds.map((kind) => [kind, getEmailLabel(kind)])) } },
    ),
    canSend && hasEmails(db, "given-up"),
    canSend ? countRetriableEmails(db, "given-up") : 0,
    canSend && sendsEmail && hasEmails(db, "kept"),
  ]);
  const done = new URL(request.url).searchParams.get("done");
  return {
    ...list,
    retries: { hasFailed, retriable, hasUnsent },
    sendsEmail,
    done: isRetryConfirmation(done) ? retryConfirmations[done] : undefined,
  };
}

/** Retries recent failures, or all emails that were stored while there was no mail server. */
export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails);
  const { db, outbox } = servicesOf(context);
  const actor = actorOf(staff);
  const { clientAddress } = factsOf(context);
  const state = (await readForm(request)).get("state") === "kept" ? "kept" : "given-up";
  const count = await retryEmails({ db, actor, clientAddress }, state);
  outbox.wake();
  return redirect(`${pages.letters.path}?done=${count === 0 ? "none" : "all-again"}`, 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.letters, head);

export default function EmailsPage({ loaderData }: Route.ComponentProps) {
  const { staff, state, views, retries, sendsEmail, done } = loaderData;
  return (
    <>
      <StaffHeader title={pages.letters.title} staff={staff} />
      <main id="main" className="wrap staff-page letters">
        {done === undefined ? null : <Alert text={done} isGood />}
        {sendsEmail ? null : <p className="soft note-above">{emailsTexts.emailDisabled}</p>}
        <ListSection list={emailList} state={state} views={views} actions={<Actions {...retries} />} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.letters} error={error} />;
}

type Retries = { hasFailed: boolean; retriable: number; hasUnsent: boolean };

function Actions({ hasFailed, retriable, hasUnsent }: Retries) {
  return (
    <>
      {hasFailed && retriable === 0 ? <p className="soft">{emailsTexts.noRecentFailures}</p> : null}
      {retriable > 0 ? <SendAll state="given-up" label={emailsTexts.resendFailed(retriable)} /> : null}
      {hasUnsent ? <SendAll state="kept" label={emailsTexts.sendUnsent} /> : null}
      <Link to={previewsPath}>{emailsTexts.previews}</Link>
    </>
  );
}

function SendAll({ state, label }: { state: "given-up" | "kept"; label: string }) {
  return (
    <Form method="post" action={pages.letters.path}>
      <button type="submit" name="state" value={state} className="btn">
        {label}
      </button>
    </Form>
  );
}

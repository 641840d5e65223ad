import { data, Form, Link, redirect } from "react-router";
import type { Route } from "./+types/email.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordEmailView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canSendEmails, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { retryEmail } from "#app/email/outbox/retry-emails.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { findReadableEmail } from "./find-readable-email.server.ts";
import { isFormDeleted } from "./is-form-deleted.server.ts";
import { EmailSummary } from "#app/staff/email-document/email-summary.tsx";
import { documentTexts } from "#app/staff/email-document/email-summary.messages.ts";
import { emailDocumentPath, emailPath } from "#app/staff/paths/email-paths.ts";
import { type EmailView, createEmailView } from "./email-view.ts";
import {
  isRetryConfirmation,
  type RetryConfirmation,
  retryConfirmations,
  emailsTexts,
  retryRefusals,
  resentText,
} from "./emails.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./emails.css";

const page = { ...pages.letters, title: "Email" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, persons } = servicesOf(context);
  const email = await findReadableEmail(db, staff, params.id);
  if (email === undefined) throw createNotFoundResponse(staff);
  const { id, recipient } = email;
  const { clientAddress } = factsOf(context);
  const subject = persons.subjectOf(recipient);
  await recordEmailView(db, { actor: staff, sessionId, letter: id, subject, clientAddress });
  const done = new URL(request.url).searchParams.get("done");
  const view = createEmailView(email, {
    now: clock.now(),
    isFormDeleted: await isFormDeleted(db, email),
  });
  return {
    staff,
    email: view,
    canSend: canSendEmails(staff),
    done: isRetryConfirmation(done) ? chooseConfirmation(done, view) : undefined,
  };
}

/** “Send again” */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails);
  const { db, outbox } = servicesOf(context);
  const email = await findReadableEmail(db, staff, params.id);
  if (email === undefined) return data({ refusal: retryRefusals.unknown }, { status: 404 });
  if (await isFormDeleted(db, email)) {
    return data({ refusal: retryRefusals["form-deleted"] }, { status: 409 });
  }
  const actor = actorOf(staff);
  const { clientAddress } = factsOf(context);
  const outcome = await retryEmail({ db, actor, clientAddress }, email.id);
  if (!outcome.ok) return data({ refusal: retryRefusals[outcome.reason] }, { status: 409 });
  outbox.wake();
  return redirect(`${emailPath(email.id)}?done=again`, 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function EmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, email, canSend, done } = loaderData;
  return (
    <>
      <StaffHeader title={email.kind} staff={staff} />
      <main id="main" className="wrap staff-page letters">
        <Link to={pages.letters.path} className="back">
          {emailsTexts.back}
        </Link>
        <Outcome refusal={actionData?.refusal} done={done} />
        <section aria-labelledby="about">
          <h2 id="about">
            Delivery <span className={`tag ${email.badge.tone}`}>{email.badge.label}</span>
          </h2>
          <FactList facts={email.facts} />
          {canSend && email.canRetry ? <SendAgain /> : null}
        </section>
        <Content email={email} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={pages.letters} error={error} title={page.title} text={emailsTexts.unknown} />;
}

/** Chooses the confirmation by whether the new attempt has ended. */
function chooseConfirmation(done: RetryConfirmation, { isSettled }: EmailView): string {
  return done === "again" && isSettled ? resentText : retryConfirmations[done];
}

function Outcome({ refusal, done }: { refusal: string | undefined; done: string | undefined }) {
  if (refusal !== undefined) return <Alert text={refusal} />;
  return done === undefined ? null : <Alert text={done} isGood />;
}

function SendAgain() {
  return (
    <Form method="post" className="acts">
      <button type="submit" className="btn press">
        {emailsTexts.sendAgain}
      </button>
    </Form>
  );
}

function Content({ email: { id, content, missingText } }: { email: EmailView }) {
  if (content === undefined) return <p className="soft">{missingText}</p>;
  const { subject, text, hasDocument } = content;
  return (
    <section aria-labelledby="content">
      <h2 id="content">{subject}</h2>
      <p className="soft small">{documentTexts.keys}</p>
      <EmailSummary
        subject={subject}
        text={text}
        documentPath={hasDocument ? emailDocumentPath(id) : undefined}
      />
    </section>
  );
}

import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
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
import { emailDocumentPath, emailPath } from "./email-paths.ts";
import { type EmailView, emailView } from "./email-view.ts";
import { EmailSummary } from "./email-summary.tsx";
import {
  isLetterDone,
  type LetterDone,
  letterDoneTexts,
  emailsTexts,
  retryRefusals,
  triedAgainText,
} from "./emails.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./emails.css";

const page = { ...pages.letters, title: "A letter" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, persons } = servicesOf(context);
  const letter = await findReadableEmail(db, staff, params.id);
  if (letter === undefined) throw createNotFoundResponse(staff);
  const { id, recipient } = letter;
  const { clientAddress } = factsOf(context);
  const subject = persons.subjectOf(recipient);
  await recordEmailView(db, { actor: staff, sessionId, letter: id, subject, clientAddress });
  const done = new URL(request.url).searchParams.get("done");
  const view = emailView(letter, clock.now());
  return {
    staff,
    letter: view,
    maySend: canSendEmails(staff),
    done: isLetterDone(done) ? doneText(done, view) : undefined,
  };
}

/** “Send again” */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails);
  const { db, outbox } = servicesOf(context);
  const letter = await findReadableEmail(db, staff, params.id);
  if (letter === undefined) return data({ refusal: retryRefusals.unknown }, { status: 404 });
  const actor = actorOf(staff);
  const { clientAddress } = factsOf(context);
  const outcome = await retryEmail({ db, actor, clientAddress }, letter.id);
  if (!outcome.ok) return data({ refusal: retryRefusals[outcome.reason] }, { status: 409 });
  outbox.wake();
  return redirect(`${emailPath(letter.id)}?done=again`, 303);
}

/** Also after a refusal, which the router takes for no change: something else has happened to it. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Letter({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, letter, maySend, done } = loaderData;
  return (
    <>
      <StaffHeader title={letter.kind} staff={staff} />
      <main id="main" className="wrap desk letters">
        <Link to={pages.letters.path} className="back">
          {emailsTexts.back}
        </Link>
        <Outcome refusal={actionData?.refusal} done={done} />
        <section aria-labelledby="about">
          <h2 id="about">
            Delivery <span className={`tag ${letter.badge.tone}`}>{letter.badge.label}</span>
          </h2>
          <FactList facts={letter.facts} />
          {maySend && letter.canRetry ? <SendAgain /> : null}
        </section>
        <Words letter={letter} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundPage page={pages.letters} error={error} title={page.title} text={emailsTexts.unknown} />;
}

/** What came of “Send again” as the letter stands now: one that has been tried is not about to be. */
function doneText(done: LetterDone, { isSettled }: EmailView): string {
  return done === "again" && isSettled ? triedAgainText : letterDoneTexts[done];
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

function Words({ letter: { id, words, unwritten } }: { letter: EmailView }) {
  if (words === undefined) return <p className="soft">{unwritten}</p>;
  const { subject, text, hasDocument } = words;
  return (
    <section aria-labelledby="words">
      <h2 id="words">{subject}</h2>
      <p className="soft small">{emailsTexts.keys}</p>
      <EmailSummary
        subject={subject}
        text={text}
        documentPath={hasDocument ? emailDocumentPath(id) : undefined}
      />
    </section>
  );
}

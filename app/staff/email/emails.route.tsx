import { Form, Link, redirect } from "react-router";
import type { Route } from "./+types/emails.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageTeam, canSendEmails, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { retryEmails } from "#app/email/outbox/retry-emails.server.ts";
import { hasEmails, listEmails } from "#app/email/outbox/list-emails.server.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { readForm } from "#app/platform/form.ts";
import { readListAddress } from "#app/staff/data-table/list-url.ts";
import { ListFrame } from "#app/staff/data-table/list-page.tsx";
import { listStateOf } from "#app/staff/data-table/list-state.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { emailList, previewsPath, stateNamed } from "./email-list.ts";
import { hiddenKindsFor, emailRow } from "./email-view.ts";
import { LettersTable } from "./emails-table.tsx";
import { isLetterDone, letterDoneTexts, lettersTexts } from "./emails.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./emails.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db, sendsEmail } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { searchParams } = new URL(request.url);
  const list = emailList(canManageTeam(staff));
  const address = readListAddress(list, searchParams);
  const { filters, ...query } = address.query;
  const asked = { ...query, state: stateNamed(filters.state), kind: filters.kind };
  const [letters, hasFailed, hasUnsent] = await Promise.all([
    listEmails(db, { ...asked, hiddenKinds: hiddenKindsFor(staff) }, address.page),
    hasEmails(db, "given-up"),
    sendsEmail && hasEmails(db, "kept"),
    recordView(db, { actor: staff, sessionId: id, list: "letters", clientAddress }),
  ]);
  const now = clock.now();
  const done = searchParams.get("done");
  return {
    staff,
    list,
    state: listStateOf(address, letters),
    rows: letters.rows.map((letter) => emailRow(letter, now)),
    canSend: { "given-up": hasFailed && canSendEmails(staff), kept: hasUnsent && canSendEmails(staff) },
    sendsEmail,
    done: isLetterDone(done) ? letterDoneTexts[done] : undefined,
  };
}

/** Retries all failed emails, or all that were stored while there was no mail server. */
export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails);
  const { db, outbox } = servicesOf(context);
  const actor = actorOf(staff);
  const { clientAddress } = factsOf(context);
  const state = (await readForm(request)).get("state") === "kept" ? "kept" : "given-up";
  const letters = await retryEmails({ db, actor, clientAddress }, state);
  outbox.wake();
  return redirect(`${pages.letters.path}?done=${letters === 0 ? "none" : "all-again"}`, 303);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.letters, head);

export default function Letters({ loaderData }: Route.ComponentProps) {
  const { staff, list, state, rows, canSend, sendsEmail, done } = loaderData;
  return (
    <>
      <StaffHeader title={pages.letters.title} staff={staff} />
      <main id="main" className="wrap desk letters">
        {done === undefined ? null : <Alert text={done} isGood />}
        {sendsEmail ? null : <p className="soft note-above">{lettersTexts.emailDisabled}</p>}
        <ListFrame
          list={list}
          rowsAre="letters"
          state={state}
          empty={lettersTexts.empty}
          actions={<Actions canSend={canSend} />}
        >
          <LettersTable rows={rows} />
        </ListFrame>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.letters} error={error} />;
}

function Actions({ canSend }: { canSend: Record<keyof typeof lettersTexts.sendAll, boolean> }) {
  return (
    <>
      {(["given-up", "kept"] as const).map((state) =>
        canSend[state] ? (
          <Form key={state} method="post" action={pages.letters.path}>
            <button type="submit" name="state" value={state} className="btn">
              {lettersTexts.sendAll[state]}
            </button>
          </Form>
        ) : null,
      )}
      <Link to={previewsPath}>{lettersTexts.previews}</Link>
    </>
  );
}

import type { ReactNode } from "react";
import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/message.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { findMessage } from "#app/events/messages/find-messages.server.ts";
import { audienceNames, templateTexts } from "#app/events/messages/message.messages.ts";
import { sendMessage } from "#app/events/messages/send-message.server.ts";
import { canSendEmails, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { documentTexts } from "#app/staff/email-document/email-summary.messages.ts";
import { EmailSummary } from "#app/staff/email-document/email-summary.tsx";
import { summarizeEvent } from "#app/staff/events/event-view.ts";
import { emailPath } from "#app/staff/paths/email-paths.ts";
import {
  eventDonePath,
  eventPath,
  messageDocumentPath,
  messageNewPath,
  messagePath,
} from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta, NotFoundPage } from "#app/staff/shell/error-page.tsx";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { practice } from "#content/practice.ts";
import { messageTexts, sendRefusals } from "./event-messages.messages.ts";
import { type MessageView, viewMessage } from "./load-message.server.ts";
import { draftParameter, versionField } from "./message-values.ts";
import "#app/staff/shell/staff-area.css";
import "./event-messages.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const session = await requireStaff(services, request, canViewLeads);
  const { staff } = session;
  const { clock, db, sendsEmail } = services;
  const event = await findManagedEvent(db, params.eventId);
  const message = await findMessage(db, params.eventId, params.messageId);
  if (event === undefined || message === undefined) throw createNotFoundResponse(staff);
  if (message.sent === undefined) {
    if (!canSendEmails(staff)) throw createNotFoundResponse(staff);
    // Required already here, so that the person is not interrupted between the preview and its form.
    requireRecentAuthentication(session, messagePath(event.id, message.id));
  }
  const { clientAddress } = factsOf(context);
  return {
    staff,
    event: summarizeEvent(event, clock.now()),
    message: await viewMessage(services, message, { session, clientAddress }),
    sendsEmail,
  };
}

/** Sends the message. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canSendEmails);
  const { clock, db, outbox } = servicesOf(context);
  const { eventId, messageId } = params;
  if ((await findMessage(db, eventId, messageId)) === undefined) throw createNotFoundResponse(session.staff);
  requireRecentAuthentication(session, messagePath(eventId, messageId));
  const version = (await readForm(request)).get(versionField);
  const { clientAddress } = factsOf(context);
  const outcome = await sendMessage(
    { db, clock, outbox, actor: actorOf(session.staff), clientAddress },
    { eventId, messageId, expectedVersion: typeof version === "string" ? version : "" },
  );
  if (!outcome.ok) return data({ refusal: sendRefusals[outcome.reason] }, { status: 409 });
  return redirect(eventDonePath(eventId, "messaged", { told: outcome.recipients }), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = ({ loaderData, ...head }) =>
  createStaffMeta({ ...pages.events, title: titleOf(loaderData?.message) }, head);

function titleOf(message: MessageView | { blocked: string } | undefined): string {
  return message === undefined || "blocked" in message || message.sent === undefined
    ? messageTexts.previewTitle
    : templateTexts[message.template].name;
}

export default function Message({ loaderData, actionData, params }: Route.ComponentProps) {
  const { staff, event, message, sendsEmail } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={titleOf(message)} staff={staff} />
      <main id="main" className="wrap staff-page event-messages" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {actionData === undefined ? null : <Alert text={actionData.refusal} />}
        {"blocked" in message ? (
          <>
            {actionData === undefined ? <p>{message.blocked}</p> : null}
            <p className="acts">
              <EditLink eventId={event.id} messageId={params.messageId} />
            </p>
          </>
        ) : (
          <>
            <MessageFacts message={message} />
            {message.draft === undefined ? null : (
              <Draft event={event} message={message} draft={message.draft} sendsEmail={sendsEmail} />
            )}
            {message.sent === undefined ? null : <Report sent={message.sent} />}
          </>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <NotFoundPage
      page={pages.events}
      error={error}
      title={messageTexts.missingTitle}
      text={messageTexts.missing}
    />
  );
}

function MessageFacts({ message }: { message: MessageView }) {
  const { template, audience, invitedTo, recipients, leftOut, sent } = message;
  const facts: (readonly [string, ReactNode])[] = [
    [messageTexts.template, templateTexts[template].name],
    [messageTexts.to, audienceNames[audience]],
    ...(invitedTo === undefined ? [] : [[messageTexts.invitedTo, invitedTo] as const]),
    ...(sent === undefined ? [] : [[messageTexts.date, messageTexts.sentBy(sent.by, sent.at)] as const]),
    [messageTexts.recipients, recipients.toLocaleString("en-US")],
    [messageTexts.leftOut, <Lines lines={leftOut} key="left-out" />],
    ...(sent?.states ?? []).map(([name, count]) => [name, count.toLocaleString("en-US")] as const),
  ];
  return <FactList facts={facts} />;
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return messageTexts.noneLeftOut;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Draft({
  event: { id: eventId },
  message: { id, recipients },
  draft: { version, isAnnouncement, example },
  sendsEmail,
}: {
  event: { id: string };
  message: MessageView;
  draft: NonNullable<MessageView["draft"]>;
  sendsEmail: boolean;
}) {
  return (
    <>
      <section aria-labelledby="send">
        <h2 id="send">{recipients === 0 ? messageTexts.noRecipients : messageTexts.question(recipients)}</h2>
        <p className="soft">{isAnnouncement ? messageTexts.announcement : messageTexts.notice}</p>
        {sendsEmail ? null : <p className="soft">{messageTexts.withoutServer}</p>}
        <Form method="post" className="acts">
          <input type="hidden" name={versionField} value={version} />
          {recipients === 0 ? null : (
            <button type="submit" className="btn press">
              {messageTexts.send(recipients)}
            </button>
          )}
          <EditLink eventId={eventId} messageId={id} />
        </Form>
      </section>
      {example === undefined ? null : (
        <section aria-labelledby="example">
          <h2 id="example">{messageTexts.previewAs(example.name, example.email)}</h2>
          <FactList
            facts={[
              [messageTexts.from, `${practice.firmName}, ${practice.email}`],
              [messageTexts.subject, example.subject],
            ]}
          />
          <p className="soft small">{documentTexts.keys}</p>
          <EmailSummary
            subject={example.subject}
            text={example.text}
            documentPath={messageDocumentPath(eventId, id)}
          />
        </section>
      )}
    </>
  );
}

function EditLink({ eventId, messageId }: { eventId: string; messageId: string }) {
  return (
    <Link className="btn quiet" to={`${messageNewPath(eventId)}?${draftParameter}=${messageId}`}>
      {messageTexts.edit}
    </Link>
  );
}

function Report({ sent: { kind, exampleId } }: { sent: NonNullable<MessageView["sent"]> }) {
  return (
    <p className="acts">
      <Link className="btn" to={`${pages.letters.path}?kind=${kind}`}>
        {messageTexts.emails}
      </Link>
      {exampleId === undefined ? null : (
        <Link className="btn" to={emailPath(exampleId)}>
          {messageTexts.example}
        </Link>
      )}
    </p>
  );
}

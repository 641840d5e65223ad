import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/message-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { templateTexts } from "#app/events/messages/message.messages.ts";
import { canSendEmails } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { eventPath, messageNewPath, messagePath } from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { messageTexts, templatePhases } from "./event-messages.messages.ts";
import { loadMessageForm, type TemplateChoice } from "./load-message-form.server.ts";
import { MessageForm } from "./message-form.tsx";
import { sentFields, templateField } from "./message-values.ts";
import { saveMessage } from "./save-message.server.ts";
import "#app/staff/shell/staff-area.css";
import "./event-messages.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails);
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const now = clock.now();
  return {
    staff,
    event: summarizeEvent(found, now),
    ...(await loadMessageForm({ db, now }, found, new URL(request.url).searchParams)),
  };
}

/** Stores a message and leads to its preview. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails, {
    keepFields: sentFields,
  });
  const { clock, db } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const saved = await saveMessage({ db, clock, actor: actorOf(staff) }, found.id, await readForm(request));
  return saved.ok
    ? redirect(messagePath(found.id, saved.id), 303)
    : data(saved.draft, { status: saved.status });
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: messageTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function MessageNew({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, choices, form, values } = loaderData;
  const { key } = useLocation();
  const errors = actionData?.errors ?? {};
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page event-messages" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {actionData?.refusal === undefined ? null : <Alert text={actionData.refusal} />}
        {form === undefined ? (
          <Templates eventId={event.id} choices={choices} />
        ) : (
          <>
            <h2>{templateTexts[form.template].name}</h2>
            <p className="soft">{templateTexts[form.template].about}</p>
            <MessageForm
              form={form}
              values={actionData?.values ?? values}
              errors={errors}
              back={messageNewPath(event.id)}
            />
          </>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function Templates({ eventId, choices }: { eventId: string; choices: readonly TemplateChoice[] }) {
  return (
    <>
      <h2>{messageTexts.choose}</h2>
      <ul className="templates">
        {choices.map(({ template, isOffered }) => {
          const { name, about } = templateTexts[template];
          return (
            <li key={template}>
              {isOffered ? (
                <Link to={`${messageNewPath(eventId)}?${templateField}=${template}`}>{name}</Link>
              ) : (
                <b className="soft">{name}</b>
              )}
              <p className="soft">{about}</p>
              {isOffered ? null : <p className="soft small">{templatePhases[template]}</p>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

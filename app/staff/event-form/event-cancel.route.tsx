import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event-cancel.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { cancelEvent } from "#app/events/management/manage-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { cancellationSchema } from "#app/events/messages/message-templates.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { TextAreaField } from "#app/ui/fields/text-area-field.tsx";
import { revisionField, readRevision } from "./event-values.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { EventFacts } from "#app/staff/events/event-facts.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { cancelRefusals, cancelTexts } from "#app/staff/events/events.messages.ts";
import { isChangeable, summarizeEvent } from "#app/staff/events/event-view.ts";
import { hostNames } from "#app/staff/events/host-names.server.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import "#app/staff/shell/staff-area.css";
import "#app/staff/events/events.css";

/** The message that staff add to the email. */
const paragraphField = "paragraph";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    // Required on the page too, so that re-authentication does not interrupt the person when the form is sent.
    requiresRecentAuthentication: true,
  });
  const { clock, db, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  return {
    staff,
    event: summarizeEvent(found, clock.now()),
    hosts: hostNames(found),
    sendsEmail,
  };
}

/** @property error of the paragraph */
type Draft = { refusal: string; paragraph: string | undefined; error?: string | undefined };

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: [revisionField, paragraphField],
    requiresRecentAuthentication: true,
  });
  const { clock, db, outbox } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const form = await readForm(request);
  const read = parseForm(cancellationSchema, form);
  if (!read.ok) {
    const { values, fieldErrors } = read;
    const draft = { refusal: cancelTexts.refused, paragraph: values.paragraph, error: fieldErrors.paragraph };
    return data<Draft>(draft, { status: 422 });
  }
  const { paragraph } = read.value;
  const deps = { db, clock, outbox, actor: actorOf(staff), clientAddress: factsOf(context).clientAddress };
  const outcome = await cancelEvent(deps, found.id, { seen: readRevision(form), note: paragraph });
  if (!outcome.ok) {
    const draft = { refusal: cancelRefusals[outcome.reason], paragraph: paragraph ?? undefined };
    return data<Draft>(draft, { status: 409 });
  }
  return redirect(eventDonePath(found.id, "cancelled", { told: outcome.notified }), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: cancelTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function EventCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, hosts, sendsEmail } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page events" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {actionData === undefined ? null : (
          <Alert text={actionData.refusal} leavesFocus={actionData.error !== undefined} />
        )}
        <EventFacts event={event} hosts={hosts} />
        {isChangeable(event) ? (
          <Form method="post" className="sheet" data-draft="cancel">
            <h2>{cancelTexts.question}</h2>
            <input type="hidden" name={revisionField} value={event.revision} />
            <ul>
              <li>{describeHolders(event.seatsTaken + event.waiting, sendsEmail)}</li>
              <li>{sendsEmail ? cancelTexts.interest : cancelTexts.interestWithoutEmail}</li>
              <li>{cancelTexts.later}</li>
              <li>{cancelTexts.final}</li>
            </ul>
            <TextAreaField
              name={paragraphField}
              label={cancelTexts.paragraph}
              hint={cancelTexts.paragraphHint}
              rows={4}
              maxLength={maximumLength.eventMessage}
              defaultValue={actionData?.paragraph}
              autoComplete="off"
              {...fieldError(actionData?.error)}
            />
            <div className="acts">
              <button type="submit" className="btn destructive">
                {cancelTexts.act}
              </button>
              <Link className="btn quiet" to={eventPath(event.id)}>
                {cancelTexts.keep}
              </Link>
            </div>
          </Form>
        ) : (
          <p>{cancelRefusals[event.phase === "cancelled" ? "cancelled" : "over"]}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function describeHolders(holders: number, sendsEmail: boolean): string {
  if (holders === 0) return cancelTexts.noHolders;
  return sendsEmail ? cancelTexts.holders(holders) : cancelTexts.holdersWithoutEmail(holders);
}

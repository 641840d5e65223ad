import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/guest-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { addGuest } from "#app/events/management/add-guest.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { countSeatsLeft } from "#app/events/schedule/live-event.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { isChangeable, summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { guestRefusals, guestTexts } from "./event-people.messages.ts";
import { guestFields, type GuestField, guestSchema } from "./guest.schema.ts";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    // Required on the page too, so that re-authentication does not interrupt the person when the form is sent.
    requiresRecentAuthentication: true,
  });
  const { clock, db, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const now = clock.now();
  return { staff, event: summarizeEvent(found, now), seatsLeft: countSeatsLeft(found, now), sendsEmail };
}

type Draft = {
  values: Partial<Record<GuestField, string>>;
  errors: Partial<Record<GuestField, string>>;
  refusal?: string;
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: guestFields,
    // The address receives an email.
    requiresRecentAuthentication: true,
  });
  const { clock, db, outbox, persons, spamCheckKeys } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined) throw createNotFoundResponse(staff);
  const form = parseForm(guestSchema, await readForm(request));
  if (!form.ok) return data<Draft>({ values: form.values, errors: form.fieldErrors }, { status: 422 });
  const { clientAddress } = factsOf(context);
  const actor = actorOf(staff);
  const deps = { db, clock, outbox, persons, spamCheckKeys, actor, clientAddress };
  const outcome = await addGuest(deps, found.id, form.value);
  if (!outcome.ok) {
    // The refusal tells that the address has signed up.
    if (outcome.reason === "has-seat" || outcome.reason === "waits") {
      await recordViewOfPerson({ db, persons }, form.value.email, { actor: staff, sessionId, clientAddress });
    }
    const { phone, ...required } = form.value;
    const values = { ...required, ...(phone === null ? {} : { phone }) };
    return data<Draft>({ values, errors: {}, refusal: guestRefusals[outcome.reason] }, { status: 409 });
  }
  return redirect(eventDonePath(found.id, outcome.state === "seat" ? "guest" : "waits"), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: guestTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function GuestNew({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, seatsLeft, sendsEmail } = loaderData;
  const { key } = useLocation();
  const isFull = seatsLeft === 0;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {actionData?.refusal === undefined ? null : <Alert text={actionData.refusal} />}
        {isChangeable(event) ? (
          <Form method="post" className="sheet" data-draft="guest">
            <p>{isFull ? guestTexts.full : guestTexts.seats(seatsLeft)}</p>
            <GuestInputs {...(actionData ?? { values: {}, errors: {} })} />
            <ul>
              <li>{sendsEmail ? guestTexts.email : guestTexts.emailWithoutServer}</li>
              <li>{guestTexts.consent}</li>
            </ul>
            <div className="acts">
              <button type="submit" className="btn press">
                {guestTexts.act}
              </button>
              <Link className="btn quiet" to={eventPath(event.id)}>
                {guestTexts.back}
              </Link>
            </div>
          </Form>
        ) : (
          <p>{guestRefusals[event.phase === "cancelled" ? "cancelled" : "over"]}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function GuestInputs({ values, errors }: Draft) {
  const field = (name: GuestField) => ({ name, defaultValue: values[name], ...fieldError(errors[name]) });
  return (
    <>
      <Field label="Name" {...field("name")} required autoComplete="off" />
      <Field label="Email" {...field("email")} type="email" required autoComplete="off" />
      <Field label={guestTexts.phone} {...field("phone")} type="tel" autoComplete="off" />
    </>
  );
}

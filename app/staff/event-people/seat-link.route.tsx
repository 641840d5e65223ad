import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/seat-link.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { findSeatHolder, type SeatHolder, sendLinkAgain } from "#app/events/management/send-link.server.ts";
import { canSendEmails } from "#app/identity/accounts/permissions.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { pages } from "#app/pages/registry.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { type EventSummary, isChangeable, summarizeEvent } from "#app/staff/events/event-view.ts";
import { MissingEvent } from "#app/staff/events/missing-event.tsx";
import { eventDonePath, eventPath } from "#app/staff/paths/event-paths.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { linkRefusals, linkTexts } from "./event-people.messages.ts";
import "#app/staff/shell/staff-area.css";

/** The address receives an email. Required on the page too, so that re-authentication does not interrupt the person when the form is sent. */
const access = { requiresRecentAuthentication: true };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canSendEmails, access);
  const { clock, db, persons, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined || !isUuid(params.signupId)) throw createNotFoundResponse(staff);
  const holder = await findSeatHolder(db, found.id, params.signupId);
  if (holder !== undefined) {
    const viewer = { actor: staff, sessionId, clientAddress: factsOf(context).clientAddress };
    await recordViewOfPerson({ db, persons }, holder.email, viewer);
  }
  return { staff, event: summarizeEvent(found, clock.now()), holder, sendsEmail };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canSendEmails, access);
  const { clock, db, outbox, persons, sendsEmail } = servicesOf(context);
  const found = await findManagedEvent(db, params.eventId);
  if (found === undefined || !isUuid(params.signupId)) throw createNotFoundResponse(staff);
  if (!sendsEmail) return data({ refusal: linkTexts.withoutEmail }, { status: 409 });
  const { clientAddress } = factsOf(context);
  const deps = { db, clock, outbox, persons, actor: actorOf(staff), clientAddress };
  const outcome = await sendLinkAgain(deps, found.id, params.signupId);
  if (!outcome.ok) return data({ refusal: linkRefusals[outcome.reason] }, { status: 409 });
  return redirect(eventDonePath(found.id, "link"), 303);
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

const page = { ...pages.events, title: linkTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function SeatLink({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, event, holder, sendsEmail } = loaderData;
  const { key } = useLocation();
  const refusal = actionData?.refusal;
  const blocker = sendsEmail ? findBlocker(event, holder) : linkTexts.withoutEmail;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={eventPath(event.id)}>
          {event.title}
        </Link>
        {refusal === undefined ? null : <Alert text={refusal} />}
        {blocker === undefined && holder !== undefined ? (
          <LinkForm eventId={event.id} holder={holder} />
        ) : (
          refusal !== blocker && <p>{blocker}</p>
        )}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingEvent error={error} />;
}

function LinkForm({ eventId, holder: { name, email } }: { eventId: string; holder: SeatHolder }) {
  return (
    <Form method="post" className="sheet">
      <h2>{linkTexts.question(name)}</h2>
      <ul>
        <li>{linkTexts.email(email)}</li>
        <li>{linkTexts.limit}</li>
      </ul>
      <div className="acts">
        <button type="submit" className="btn press">
          {linkTexts.act}
        </button>
        <Link className="btn quiet" to={eventPath(eventId)}>
          {linkTexts.keep}
        </Link>
      </div>
    </Form>
  );
}

/** Why the link cannot be sent. */
function findBlocker(event: EventSummary, holder: SeatHolder | undefined): string | undefined {
  if (!isChangeable(event)) return linkRefusals[event.phase === "cancelled" ? "cancelled" : "over"];
  if (holder === undefined) return linkRefusals["no-seat"];
  return holder.isUndeliverable ? linkRefusals.undeliverable : undefined;
}

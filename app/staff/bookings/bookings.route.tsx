import { data, Form, redirect, useLocation } from "react-router";
import type { Route } from "./+types/bookings.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { canFollowUp, canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { bookingStates } from "#app/people/bookings/booking.messages.ts";
import { listUnmatchedBookings, maxUnmatchedBookings } from "#app/people/bookings/find-bookings.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { bookingsPath } from "#app/staff/paths/bookings-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { practice } from "#content/practice.ts";
import { bookingDoneTexts, unmatchedTexts } from "./bookings.messages.ts";
import { type BookingDraft, changeBooking } from "./change-booking.server.ts";
import "#app/staff/shell/staff-area.css";
import "./bookings.css";

const page = { ...pages.people, title: unmatchedTexts.title };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  await recordView(db, { actor: staff, sessionId, list: "bookings", clientAddress });
  const bookings = await listUnmatchedBookings(db);
  const done = new URL(request.url).searchParams.get("done");
  return {
    staff,
    canChange: canFollowUp(staff),
    bookings: bookings.map(({ uid, state, startsAt, attendeeEmail, receivedAt }) => ({
      uid,
      attendeeEmail,
      begins: momentIn(practice.timeZone, startsAt),
      facts: [
        [unmatchedTexts.attendee, attendeeEmail ?? unmatchedTexts.noAttendee],
        [unmatchedTexts.status, bookingStates[state]],
        [unmatchedTexts.received, momentIn(practice.timeZone, receivedAt)],
      ] as const,
    })),
    hasMore: bookings.length === maxUnmatchedBookings,
    done: isDone(done) ? bookingDoneTexts[done] : undefined,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp);
  const { clock, db, persons } = servicesOf(context);
  const changed = await changeBooking({ clock, db, persons, actor: actorOf(staff) }, await readForm(request));
  return changed.ok
    ? redirect(`${bookingsPath}?done=${changed.done}`, 303)
    : data(changed.draft, { status: changed.status });
}

function isDone(value: string | null): value is keyof typeof bookingDoneTexts {
  return value !== null && Object.hasOwn(bookingDoneTexts, value);
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Bookings({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, canChange, bookings, hasMore, done } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page bookings">
        {/* Each submission has its own alert, which receives the focus. */}
        <Outcome draft={actionData} done={done} key={`${key} ${actionData?.refusal ?? ""}`} />
        <p className="soft">{unmatchedTexts.about}</p>
        {bookings.length === 0 ? <p className="empty">{unmatchedTexts.empty}</p> : null}
        <ul>
          {bookings.map((booking) => (
            <li key={booking.uid}>
              <h2 id={`booking-${booking.uid}`}>{booking.begins}</h2>
              <FactList facts={booking.facts} />
              {canChange ? (
                <Decision
                  booking={booking}
                  draft={actionData?.uid === booking.uid ? actionData : undefined}
                />
              ) : null}
            </li>
          ))}
        </ul>
        {hasMore ? <p className="soft">{unmatchedTexts.more}</p> : null}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

function Outcome({ draft, done }: { draft: BookingDraft | undefined; done: string | undefined }) {
  if (draft !== undefined) return <Alert text={draft.refusal} />;
  return done === undefined ? null : <Alert text={done} isGood />;
}

type DecisionProps = {
  booking: { uid: string; attendeeEmail: string | null; begins: string };
  draft: BookingDraft | undefined;
};

function Decision({ booking: { uid, attendeeEmail, begins }, draft }: DecisionProps) {
  return (
    <div className="decision">
      <Form method="post">
        <input type="hidden" name="uid" value={uid} />
        <Field
          name="email"
          id={`email-${uid}`}
          type="email"
          label={unmatchedTexts.email}
          autoComplete="off"
          defaultValue={draft?.email ?? attendeeEmail ?? ""}
          error={draft?.error}
        />
        <button type="submit" name="change" value="assign" className="btn">
          {unmatchedTexts.assign}
          <span className="unseen">{unmatchedTexts.ofBooking(begins)}</span>
        </button>
      </Form>
      <Form method="post">
        <input type="hidden" name="uid" value={uid} />
        <button type="submit" name="change" value="dismiss" className="btn">
          {unmatchedTexts.dismiss}
          <span className="unseen">{unmatchedTexts.ofBooking(begins)}</span>
        </button>
      </Form>
    </div>
  );
}

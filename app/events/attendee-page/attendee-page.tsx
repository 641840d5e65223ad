import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { createBookingUrl } from "#app/pages/document/booking-url.ts";
import { pages } from "#app/pages/registry.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import {
  attendeeIntents,
  bookingInvitation,
  cancelMessages,
  statusMessages,
  waitingHeading,
} from "./attendee-page.messages.ts";
import { SeatDetailsForm, type SeatDetailsFormState } from "./seat-details-form.tsx";
import { isOpen, type OpenSeatStatus, type SeatStatus } from "./seat-status.ts";
import type { AttendeeSignup } from "./find-seat.server.ts";
import "./attendee-page.css";

export type AttendeePageProps = {
  signup: AttendeeSignup;
  status: SeatStatus;
  /** Whether the details have just been saved. */
  isSaved: boolean;
  /** The submitted form, if it was invalid. */
  refused?: SeatDetailsFormState | undefined;
};

export function AttendeePage({ signup, status, isSaved, refused }: AttendeePageProps) {
  const { event } = signup;
  return (
    <div className="wrap attendee">
      <div className="row top">
        <StatusHeading signup={signup} status={status} />
        <div className="text">
          <p className="lead">{statusMessages[status].lead}</p>
          {event === undefined ? null : <EventFacts event={event} signup={signup} status={status} />}
          <NextStep event={event} status={status} />
          <p>
            {bookingInvitation.text}{" "}
            <OutsideLink href={createBookingUrl(signup.bookingReference)}>
              {bookingInvitation.link}
            </OutsideLink>
          </p>
        </div>
      </div>
      {isOpen(status) ? (
        <>
          <SeatDetailsForm signup={signup} status={status} isSaved={isSaved} refused={refused} />
          <CancelSeatForm status={status} />
        </>
      ) : null}
    </div>
  );
}

function StatusHeading({ signup: { before }, status }: Pick<AttendeePageProps, "signup" | "status">) {
  const isBehind = status === "waiting" && before > 0;
  return (
    <h1>
      <span>{isBehind ? waitingHeading(before) : statusMessages[status].heading}</span>
    </h1>
  );
}

function EventFacts({
  event: { title, startsAt, timeZone, durationMinutes },
  signup: { placeNumber },
  status,
}: Pick<AttendeePageProps, "signup" | "status"> & { event: LiveEvent }) {
  return (
    <dl>
      <div>
        <dt>Live event</dt>
        <dd>{title}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <time className="num" dateTime={startsAt.toISOString()}>
            {`${longDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)}`}
          </time>
        </dd>
      </div>
      <div>
        <dt>Length</dt>
        <dd className="num">{durationMinutes} minutes</dd>
      </div>
      {status === "waiting" ? (
        <div>
          <dt>Sign-up number</dt>
          <dd className="num">{placeNumber}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** The main action: joining the event, or the sign-up page. */
function NextStep({ event, status }: { event: LiveEvent | undefined; status: SeatStatus }) {
  if (event !== undefined && (status === "seat" || status === "seatLive")) {
    return (
      <p className="acts join">
        <OutsideLink className="btn press" href={event.joinUrl}>
          Join the live event
        </OutsideLink>
      </p>
    );
  }
  const { more } = statusMessages[status];
  if (more === undefined) return null;
  return (
    <>
      <p>{more.text}</p>
      <p className="acts">
        <a
          className="btn"
          href={
            event !== undefined && isAboutEvent(status) ? eventPagePath(event.id) : pages.eventSignup.path
          }
        >
          {more.link}
        </a>
      </p>
    </>
  );
}

/** Whether the person can sign up for the same event, rather than for any other. */
function isAboutEvent(status: SeatStatus): boolean {
  return status === "canceled" || status === "waitingLive" || status === "notified";
}

/** A separate form, so that only its button can cancel. */
function CancelSeatForm({ status }: { status: OpenSeatStatus }) {
  const { heading, text, button } = cancelMessages[status];
  return (
    <section className="row screen-only">
      <h2>
        <span>{heading}</span>
      </h2>
      <form className="text" method="post">
        <p>{text}</p>
        <p className="acts">
          <button className="btn" type="submit" name="intent" value={attendeeIntents.cancel}>
            {button}
          </button>
        </p>
      </form>
    </section>
  );
}

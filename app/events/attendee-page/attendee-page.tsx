import { longDayIn, timeIn } from "#app/platform/zoned-time.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { pages } from "#app/pages/registry.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import { standingMessages, waitingHeading } from "./attendee-page.messages.ts";
import { GiveUpForm } from "./cancel-seat-form.tsx";
import { PlaceForm, type PlaceFormState } from "./seat-details-form.tsx";
import { isOpen, type SeatStatus } from "./seat-status.ts";
import type { Place } from "./find-seat.server.ts";
import "./attendee-page.css";

export type EventPlaceProps = {
  place: Place;
  standing: SeatStatus;
  /** The details were saved a moment ago. */
  isSaved: boolean;
  /** The form as it was sent, where something in it can't be used. */
  refused?: PlaceFormState | undefined;
};

/** A place at the live event, as its owner sees it: how things stand, what was said with it, and how to give it up. */
export function EventPlace({ place, standing, isSaved, refused }: EventPlaceProps) {
  const { event } = place;
  return (
    <div className="wrap place">
      <div className="row top">
        <PlaceHeading place={place} standing={standing} />
        <div className="text">
          <p className="lead">{standingMessages[standing].lead}</p>
          {event === undefined ? null : <EventFacts event={event} place={place} standing={standing} />}
          <WayOn event={event} standing={standing} />
        </div>
      </div>
      {isOpen(standing) ? (
        <>
          <PlaceForm place={place} standing={standing} isSaved={isSaved} refused={refused} />
          <GiveUpForm standing={standing} />
        </>
      ) : null}
    </div>
  );
}

/** A numeral stands in the margin, and is read with the heading. */
function PlaceHeading({ place: { before }, standing }: Pick<EventPlaceProps, "place" | "standing">) {
  const isBehind = standing === "waiting" && before > 0;
  const words = isBehind ? waitingHeading(before) : standingMessages[standing];
  return (
    <h1>
      {words.numeral === undefined ? null : <span className="count">{`${words.numeral} `}</span>}
      <span>{words.heading}</span>
    </h1>
  );
}

function EventFacts({
  event: { title, startsAt, timeZone, durationMinutes },
  place: { placeNumber },
  standing,
}: Pick<EventPlaceProps, "place" | "standing"> & { event: LiveEvent }) {
  return (
    <dl>
      <div>
        <dt>Live video</dt>
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
      {standing === "waiting" ? (
        <div>
          <dt>Sign-up number</dt>
          <dd className="num">{placeNumber}</dd>
        </div>
      ) : null}
    </dl>
  );
}

/** The one thing to press: the event itself, or the page of the next one. */
function WayOn({ event, standing }: { event: LiveEvent | undefined; standing: SeatStatus }) {
  if (event !== undefined && (standing === "seat" || standing === "seatLive")) {
    return (
      <p className="acts join">
        <OutsideLink className="btn press" href={event.joinUrl}>
          Join the live video
        </OutsideLink>
      </p>
    );
  }
  const { more } = standingMessages[standing];
  if (more === undefined) return null;
  return (
    <>
      <p>{more.text}</p>
      <p className="acts">
        <a className="btn" href={pages.eventSignup.path}>
          {more.link}
        </a>
      </p>
    </>
  );
}

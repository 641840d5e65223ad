import type { ReactNode } from "react";
import { pages } from "#app/pages/registry.ts";
import { datePartsIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import type { PromotedEvent } from "./promoted-event.ts";
import { liveEvent } from "#content/live-event.ts";
import "./event-band.css";

/** Announces the live event on the home page with its date, its seats and a button. Without an event, visitors can ask for the next date. */
export function EventBand({ promoted }: { promoted: PromotedEvent | undefined }) {
  const words = liveEvent.band;
  if (promoted === undefined) {
    return (
      <Band heading={words.none.heading} button={words.none.button}>
        <p>{words.none.text}</p>
      </Band>
    );
  }
  const { phase, title, startsAt, timeZone, durationMinutes } = promoted;
  const length = words.length.replace("{minutes}", String(durationMinutes));
  return (
    <Band
      heading={words.heading.replace("{title}", title)}
      button={words.buttons[phase]}
      day={<Day timeZone={timeZone} startsAt={startsAt} />}
    >
      <p>{`${timeIn(timeZone, startsAt)}. ${length}`}</p>
      <Seats {...promoted} />
    </Band>
  );
}

function Band({
  heading,
  button,
  day,
  children,
}: {
  heading: string;
  button: string;
  day?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="event-band" aria-labelledby="live-event">
      <div className="wrap">
        {day}
        <div className="event-band-text">
          <h2 id="live-event">{heading}</h2>
          {children}
        </div>
        <a className="btn screen-only" href={pages.eventSignup.path}>
          {button}
        </a>
      </div>
    </section>
  );
}

/** The date with a large day of the month. */
function Day({ timeZone, startsAt }: Pick<PromotedEvent, "timeZone" | "startsAt">) {
  const { weekday, month, day, year } = datePartsIn(timeZone, startsAt);
  return (
    <time className="event-day" dateTime={startsAt.toISOString()}>
      <b className="num">{day}</b>
      <span>
        <span className="line">{` ${weekday}`}</span>
        <span className="line">{` ${month} ${year}`}</span>
      </span>
    </time>
  );
}

/** Draws each seat as a square, with the taken seats filled. Before the first sign-up, all squares would be empty. */
function Seats({ capacity, seatsLeft }: Pick<PromotedEvent, "capacity" | "seatsLeft">) {
  const taken = capacity - seatsLeft;
  const { seats, allSeats, noSeats } = liveEvent.band;
  // Before the first sign-up, a count of free seats would only show that no one has signed up.
  const some = taken === 0 ? allSeats : seats;
  const words = seatsLeft === 0 ? noSeats : some;
  const sentence = words.replace("{seatsLeft}", String(seatsLeft)).replace("{capacity}", String(capacity));
  return (
    <p className="seats">
      {taken === 0 || capacity > maxDrawnSeats ? null : (
        <svg
          viewBox={`0 0 ${seatsPerRow * 8 - 2} ${Math.ceil(capacity / seatsPerRow) * 8 - 2}`}
          aria-hidden="true"
        >
          <path className="taken" d={seatPath(0, taken)} />
          <path className="free" d={seatPath(taken, capacity)} />
        </svg>
      )}
      <span className="num">{sentence}</span>
    </p>
  );
}

const seatsPerRow = 25;

/** More seats would be too small to tell apart. */
const maxDrawnSeats = 200;

/**
 * The path of the squares from one seat number to another, excluding the last. Each square is drawn relative to the one before it, because
 * repeated commands compress well.
 */
function seatPath(from: number, to: number): string {
  const seats = Array.from({ length: to - from }, (_, index) => from + index);
  return seats
    .map((seat) => {
      const column = seat % seatsPerRow;
      const isFirst = seat === from || column === 0;
      return `${isFirst ? `M${column * 8} ${Math.floor(seat / seatsPerRow) * 8}` : "m8 0"}h6v6h-6z`;
    })
    .join("");
}

import { datePartsIn, longDayIn, shortDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { ClosingRings } from "#app/pages/document/closing-rings.tsx";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import type { ShownHost } from "#app/events/schedule/event-copy.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import { PortraitPicture } from "#app/pages/portrait/portrait-picture.tsx";
import { type IslandScripts, Island } from "#app/ui/islands/island.tsx";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { EventFacts } from "./event-facts.tsx";
import { EventSignupForm, type EventSignupFormState } from "./event-signup-form.tsx";
import type { EventView, SignupView } from "./event-view.ts";
import { listFormDocuments } from "#app/pages/delivery/browser-documents.ts";
import { filled } from "./fill-template.ts";
import "#app/ui/styles/band.css";
import "./event-signup-page.css";

export type EventSignupPageProps = {
  view: SignupView;
  /** Years of practice, for the biographies of the hosts. */
  years: number;
  scripts: IslandScripts;
  /** For the printed page, whose reader needs the address of the form. */
  form: EventSignupFormState;
};

const formId = "register";

/**
 * The event with the sign-up form, the benefits, the hosts and a link back to the form. The form precedes the facts, so that its button is on
 * the first screen of a phone.
 */
export function EventSignupPage({ view, years, scripts, form }: EventSignupPageProps) {
  const { event } = view;
  return (
    <>
      <div className="wrap">
        <div className="row event-top">
          {event === undefined ? null : <EventDay event={event} />}
          <div className="event-what">
            <h1>{event?.title ?? liveEvent.page.untitled}</h1>
            <ClosedEvent view={view} />
            <p className="lead">{filled(chooseLead(view), getPlaceholders(view))}</p>
          </div>
          <div className="event-signup">
            <SignupCard view={view} scripts={scripts} form={form} />
            {event === undefined ? null : <OtherDates events={view.others} />}
          </div>
          {event === undefined ? null : (
            <div className="event-details">
              <EventFacts state={view.state} event={event} />
            </div>
          )}
        </div>
      </div>
      <Benefits items={event?.benefits ?? liveEvent.page.benefits.items} />
      <Hosts hosts={event?.hosts ?? liveEvent.hosts} years={years} />
      <Closing view={view} />
    </>
  );
}

/** The summary of the event before it begins, or else the standard text. */
function chooseLead({ state, event }: SignupView): string {
  const { lead } = liveEvent.page.states[state];
  return state === "upcoming" || state === "full" ? (event.summary ?? lead) : lead;
}

/** The values of the placeholders in the copy. */
function getPlaceholders({ event }: SignupView) {
  const { capacity, seatsLeft } = event ?? { capacity: 0, seatsLeft: 0 };
  return { capacity, seatsLeft, seats: seatsLeft === 1 ? "seat" : "seats" };
}

function SignupCard({ view, scripts, form: sent }: Omit<EventSignupPageProps, "years">) {
  const { card, promise } = liveEvent.page.states[view.state];
  const isForNextDate = view.state === "liveFull" || view.state === "past" || view.state === "none";
  const { seatsLeft, capacity } = getPlaceholders(view);
  // A count that equals the capacity in the line above it adds nothing.
  const hasCount = !isForNextDate && seatsLeft > 0 && seatsLeft < capacity;
  const copy = { promise, moreFields: liveEvent.page.moreFields };
  const { event, formPath: path } = view;
  const target =
    isForNextDate || event === undefined
      ? { isForNextDate: true }
      : { eventId: event.id, ...(event.path === formPaths.eventSignup ? {} : { hasOthers: true }) };
  const form = { ...sent, ...target, copy, path };
  const figures = getPlaceholders(view);
  return (
    <section className="event-card" id={formId} tabIndex={-1} aria-labelledby="register-title">
      <h2 id="register-title">{card.title}</h2>
      <p className="small soft">
        {filled(card.text, figures)}
        {hasCount ? <b className="num">{` ${filled(liveEvent.page.seatsLeft, figures)}`}</b> : null}
      </p>
      <Island scripts={scripts} props={form} documents={listFormDocuments()}>
        <EventSignupForm {...form} />
      </Island>
    </section>
  );
}

/** The other events that are open, each with a link to its page. */
function OtherDates({ events }: { events: readonly EventView[] }) {
  if (events.length === 0) return null;
  const { heading, full, seatsLeft: seats } = liveEvent.page.otherDates;
  return (
    <div className="other-dates small">
      <h3>{heading}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari removes the list role together with the markers */}
      <ul role="list">
        {events.map(({ id, title, startsAt, timeZone, capacity, seatsLeft }) => (
          <li key={id}>
            <a href={eventPagePath(id)}>{`${shortDayIn(timeZone, new Date(startsAt))}: ${title}`}</a>{" "}
            {seatsLeft === capacity ? null : (
              <span className="soft num">
                {seatsLeft === 0
                  ? full
                  : filled(seats, { seatsLeft, seats: seatsLeft === 1 ? "seat" : "seats" })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why the page displays another event than the requested one. */
function ClosedEvent({ view: { closed, state, event } }: Pick<EventSignupPageProps, "view">) {
  if (closed === undefined) return null;
  const { reasons, next } = liveEvent.page.closed;
  const isNext = event !== undefined && state !== "past" && state !== "liveFull";
  return <p className="event-closed">{isNext ? `${reasons[closed]} ${next}` : reasons[closed]}</p>;
}

/** The date with a large day of the month. The facts below state it in words. */
function EventDay({ event: { startsAt, timeZone } }: { event: EventView }) {
  const moment = new Date(startsAt);
  const { weekday, month, day, year } = datePartsIn(timeZone, moment);
  return (
    <time className="note event-date" dateTime={startsAt}>
      <span className="unseen">{`${longDayIn(timeZone, moment)}, ${timeIn(timeZone, moment)}`}</span>
      <span aria-hidden="true" className="count">{`${day} `}</span>
      <span aria-hidden="true">
        <span className="line">{`${weekday} `}</span>
        <span className="line">{`${month} ${year} `}</span>
        <span className="line num">{timeIn(timeZone, moment)}</span>
      </span>
    </time>
  );
}

function Benefits({ items }: { items: EventView["benefits"] }) {
  const { heading, note } = liveEvent.page.benefits;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading lines={[heading]} />
        <p className="note">{note}</p>
        {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari removes the list role together with the markers */}
        <ol className="event-benefits text" role="list">
          {items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Hosts({ hosts, years }: { hosts: EventView["hosts"]; years: number }) {
  if (hosts.length === 0) return null;
  const { one, two, many } = liveEvent.page.hosts;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading lines={[[one, two][hosts.length - 1] ?? many]} />
        {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- as above */}
        <ul className="event-hosts text" role="list">
          {hosts.map((host) => (
            <Host key={host.name} host={host} years={years} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Host({ host, years }: { host: ShownHost; years: number }) {
  const { name, role, biography, quote, link, ties } = host;
  const { advisor } = practice;
  const isAdvisor = name === advisor.name;
  return (
    <li>
      {isAdvisor ? <PortraitPicture portrait={advisor.portrait} /> : null}
      <h3>{name}</h3>
      <p className="small soft">{role}</p>
      {isAdvisor ? (
        <p className="small soft">{`${advisor.credential.name}, ${advisor.credential.issuer}`}</p>
      ) : null}
      <p>
        {filled(biography, { years })}
        {link === undefined ? null : (
          <>
            {" "}
            <a href={link.path}>{link.label}</a>
          </>
        )}
      </p>
      {quote === undefined ? null : <p className="quote serif">{`“${quote}”`}</p>}
      {ties === undefined ? null : <p className="small soft">{ties}</p>}
      {quote !== undefined && practice.sample ? (
        <p className="small soft">{liveEvent.page.hosts.sample}</p>
      ) : null}
    </li>
  );
}

function Closing({ view }: Pick<EventSignupPageProps, "view">) {
  const { toForm } = liveEvent.page.states[view.state];
  return (
    <section className="band event-closing">
      <ClosingRings />
      <div className="wrap">
        <div className="row">
          <NumeralHeading {...closingHeading(view)} />
          <Elsewhere event={view.event} />
          <div className="text">
            <ClosingDate view={view} />
            <p className="acts">
              <a className="btn press" href={`#${formId}`}>
                {toForm}
              </a>
            </p>
          </div>
          <p className="on-paper">
            {`${toForm}: ${practice.website}${view.formPath}, or call ${practice.phone.display}.`}
          </p>
        </div>
      </div>
    </section>
  );
}

/** The day and the time of an event that has not begun. */
function ClosingDate({ view: { state, event } }: Pick<EventSignupPageProps, "view">) {
  if (event === undefined || (state !== "upcoming" && state !== "full")) return null;
  const moment = new Date(event.startsAt);
  return (
    <p className="lead">
      <time dateTime={event.startsAt}>
        {`${longDayIn(event.timeZone, moment)}, `}
        <span className="unbroken">{timeIn(event.timeZone, moment)}</span>
      </time>
    </p>
  );
}

/** An article with the subject of the standard event. */
function Elsewhere({ event }: Pick<SignupView, "event">) {
  if (event !== undefined && event.summary !== null) return null;
  const { before, link, after } = liveEvent.page.elsewhere;
  return (
    <p className="note">
      {`${before} `}
      <a href={link.path}>{link.label}</a>
      {` ${after}`}
    </p>
  );
}

/** The heading with the number of free seats, or with the capacity if none or all are free. None if the form requests the next date. */
function closingHeading(view: SignupView): { numeral?: string; lines: readonly string[] } {
  const { state, event } = view;
  const figures = getPlaceholders(view);
  const lines = [filled(liveEvent.page.states[state].closing, figures)];
  if (state === "none" || state === "past" || state === "liveFull") return { lines };
  const { seatsLeft, capacity } = event;
  if (state === "upcoming" && seatsLeft === capacity) {
    return { lines: [filled(liveEvent.page.allSeatsLeft, figures)] };
  }
  return { numeral: String(seatsLeft === 0 ? capacity : seatsLeft), lines };
}

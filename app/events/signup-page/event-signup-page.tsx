import { type IslandScripts, Island } from "#app/ui/islands/island.tsx";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { liveEvent } from "#content/live-event.ts";
import { EventFacts } from "./event-facts.tsx";
import { EventSignupForm, type EventSignupFormState } from "./event-signup-form.tsx";
import type { EventView, SignupView } from "./event-view.ts";
import { filled } from "./fill-template.ts";
import "#app/ui/styles/band.css";
import "./event-signup-page.css";

export type EventSignupPageProps = {
  view: SignupView;
  /** Years of practice, for the biographies of the hosts. */
  years: number;
  scripts: IslandScripts;
  form: EventSignupFormState;
};

const words = liveEvent.page;
const formId = "register";

/** The event with the sign-up form, the benefits, the hosts and a link back to the form. */
export function EventSignupPage({ view, years, scripts, form: sent }: EventSignupPageProps) {
  const { event } = view;
  const state = words.states[view.state];
  const form = hasNoOpenSeats(view) ? { ...sent, isForNextDate: true } : sent;
  const figures = { capacity: event?.capacity ?? 0, seatsLeft: event?.seatsLeft ?? 0 };
  return (
    <>
      <div className="wrap">
        <div className="row event-top">
          <EventDay event={event} />
          <div className="event-what">
            <h1>{event?.title ?? words.untitled}</h1>
            <p className="lead">{state.lead}</p>
            {event === undefined ? null : <EventFacts state={view.state} event={event} />}
          </div>
          <section className="event-card" id={formId} tabIndex={-1} aria-labelledby="register-title">
            <h2 id="register-title">{state.card.title}</h2>
            <p className="small soft">{filled(state.card.text, figures)}</p>
            <Island scripts={scripts} props={form}>
              <EventSignupForm {...form} />
            </Island>
            <p className="small soft">{state.promise}</p>
          </section>
        </div>
      </div>
      <Benefits />
      <Hosts names={event?.hosts} years={years} />
      <Closing view={view} />
    </>
  );
}

function hasNoOpenSeats({ state }: SignupView): boolean {
  return state === "liveFull" || state === "past" || state === "none";
}

/** The day in the margin, or the kind of event without a date. */
function EventDay({ event }: { event: EventView | undefined }) {
  if (event === undefined) return <p className="note">{words.kind}</p>;
  const { startsAt, timeZone } = event;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(new Date(startsAt));
  return (
    <p className="note">
      <span className="count">{`${part({ day: "numeric" })} `}</span>
      <span>
        <span className="line">{`${part({ month: "long", year: "numeric" })} `}</span>
        <span className="line">{`a ${part({ weekday: "long" })} `}</span>
        <span className="line kind">{words.kind}</span>
      </span>
    </p>
  );
}

function Benefits() {
  const { heading, items } = words.benefits;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral={String(items.length)} lines={heading} />
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

/** @param names the hosts of the event; undefined lists all hosts */
function Hosts({ names, years }: { names: readonly string[] | undefined; years: number }) {
  const hosts = liveEvent.hosts.filter(({ key }) => names === undefined || names.includes(key));
  if (hosts.length === 0) return null;
  const heading = hosts.length === 1 ? words.hosts.one : words.hosts.many;
  return (
    <section className="wrap">
      <div className="row">
        <NumeralHeading numeral={String(hosts.length)} lines={[heading]} />
        {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- as above */}
        <ul className="event-hosts text" role="list">
          {hosts.map(({ key, name, role, biography, ties }) => (
            <li key={key}>
              <h3>{name}</h3>
              <p className="small soft">{role}</p>
              <p>{filled(biography, { years })}</p>
              {ties === undefined ? null : <p className="small soft">{ties}</p>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Closing({ view }: { view: SignupView }) {
  const { closing, toForm } = words.states[view.state];
  const { text, link } = words.elsewhere;
  const capacity = view.event?.capacity ?? 0;
  return (
    <section className="band">
      <div className="wrap">
        <div className="row">
          <NumeralHeading
            {...closingNumeral(view)}
            lines={closing.map((line) => filled(line, { capacity }))}
          />
          <p className="note">
            {`${text} `}
            <a href={link.path}>{link.label}</a>.
          </p>
          <p className="acts text">
            <a className="btn press" href={`#${formId}`}>
              {toForm}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

/** The number of free seats, or the capacity if none is free. Empty without an upcoming event. */
function closingNumeral({ state, event }: SignupView): { numeral?: string } {
  if (state === "none" || state === "past") return {};
  return { numeral: String(event.seatsLeft === 0 ? event.capacity : event.seatsLeft) };
}

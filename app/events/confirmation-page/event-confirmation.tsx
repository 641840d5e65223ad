import { type IslandScripts, Island } from "#app/ui/islands/island.tsx";
import { NumeralHeading } from "#app/ui/numeral-heading.tsx";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { outcomeMessages } from "#app/events/signup/event-signup.messages.ts";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";
import type { EventView } from "#app/events/signup-page/event-view.ts";
import { EventPass } from "./event-pass.tsx";
import { ShareEvent } from "./share-event.tsx";
import "./event-confirmation.css";

/** The result of a sign-up and the next steps. Contains no personal data, because anyone can open its URL. */
export function EventConfirmation({
  outcome,
  event: confirmed,
  siteUrl,
  scripts,
}: {
  outcome: SignUpOutcome;
  /** Undefined if the page is opened after the event, or if it does not name one of several. */
  event: EventView | undefined;
  siteUrl: string;
  scripts: IslandScripts;
}) {
  const { title, description } = outcomeMessages[outcome];
  const event = outcome === "next-date" ? undefined : confirmed;
  return (
    <div className="wrap event-done">
      <div className="row">
        {outcome === "seat" ? <p className="note">{liveEvent.confirmation.note}</p> : null}
        <div className="text">
          <h1>{title}</h1>
          <p className="lead">{description}</p>
          {event === undefined ? null : <EventPass event={event} hasSeat={outcome === "seat"} />}
        </div>
      </div>
      <NextSteps outcome={outcome} event={event} />
      {event === undefined ? null : (
        <Island scripts={scripts} props={{}}>
          <ShareEvent event={event} url={siteUrl + event.path} />
        </Island>
      )}
      <Preparation />
    </div>
  );
}

function NextSteps({ outcome, event }: { outcome: SignUpOutcome; event: EventView | undefined }) {
  const { heading, wrongAddress, [outcome]: steps } = liveEvent.confirmation.next;
  return (
    <section className="row">
      <NumeralHeading lines={[heading]} />
      <p className="note">
        {`${wrongAddress.before} `}
        <a href={event?.path ?? wrongAddress.link.path}>{wrongAddress.link.label}</a>
        {` ${wrongAddress.after}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari removes the list role together with the markers */}
      <ul className="next-steps text" role="list">
        {steps.map(({ when, what }) => (
          <li key={when}>
            <h3>{when}</h3>
            <p>
              <ContactLinks text={what} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sentence with links in place of `{email}` and `{phone}`. */
function ContactLinks({ text }: { text: string }) {
  const { email, phone } = practice;
  return text.split(/(\{email\}|\{phone\})/).map((part) => {
    if (part === "{email}") {
      return (
        <a key={part} href={`mailto:${email}`}>
          {email}
        </a>
      );
    }
    if (part === "{phone}") {
      return (
        <a key={part} className="num" href={`tel:${phone.dial}`}>
          {phone.display}
        </a>
      );
    }
    return part;
  });
}

/** An article and the assessment. */
function Preparation() {
  const { article, assessment } = liveEvent.confirmation;
  return (
    <section className="row screen-only">
      <div className="text preparation">
        <div>
          <h2>{article.heading}</h2>
          <h3>
            <a href={article.link.path}>{article.link.label}</a>
          </h3>
          <p>{`${article.text} ${article.note}`}</p>
        </div>
        <div>
          <h2>{assessment.heading}</h2>
          <p>{`${assessment.text} ${assessment.note}`}</p>
          <p className="acts">
            <a className="btn press" href={assessment.link.path}>
              {assessment.link.label}
            </a>
            <a className="btn quiet" href="/">
              Return to the homepage
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

import { liveEvent } from "#content/live-event.ts";
import { outcomeMessages } from "#app/events/signup/event-signup.messages.ts";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";
import "./event-confirmation.css";
import "#app/events/signup-page/fact-list.css";

/** The result of a sign-up and the next steps. Contains no personal data, because anyone can open its URL. */
export function EventConfirmation({ outcome }: { outcome: SignUpOutcome }) {
  const { title, description, more } = outcomeMessages[outcome];
  const { heading, [outcome]: steps } = liveEvent.next;
  return (
    <div className="wrap">
      <div className="row event-done">
        <h1>
          <span>{title}</span>
        </h1>
        <div className="text">
          <p className="lead">{description}</p>
          <p>{more}</p>
          <h2>{heading}</h2>
          <dl className="fact-list">
            {steps.map(({ when, what }) => (
              <div key={when}>
                <dt>{when}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <p className="acts">
            <a className="btn" href="/">
              Return to the homepage
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

import type { LetterTopic } from "#app/mail/suppressions.server.ts";
import { Message } from "#app/ui/message.tsx";
import {
  preferenceIntents,
  preferenceMessages,
  savedMessages,
  topicMessages,
} from "./letter-preferences.messages.ts";
import "./letter-preferences.css";

const topics = Object.keys(topicMessages) as LetterTopic[]; // the object's own keys

/** Which letters somebody gets, to be changed. It does not say to which address: the letter may have been passed on. */
export function LetterPreferences({
  wanted,
  isSaved,
}: {
  wanted: readonly LetterTopic[];
  /** The choice was saved a moment ago. */
  isSaved: boolean;
}) {
  const { heading, lead, owed, save, none } = preferenceMessages;
  return (
    <div className="wrap preferences">
      {isSaved ? (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page was loaded anew: what came of the press is said first
        <Message autoFocus {...(wanted.length === 0 ? savedMessages.none : savedMessages.some)} />
      ) : null}
      <div className="row">
        <h1>
          <span>{heading}</span>
        </h1>
        <p className="note">{owed}</p>
        <form className="text" method="post">
          <p className="lead">{lead}</p>
          <fieldset>
            <legend className="unseen">{heading}</legend>
            {topics.map((topic) => (
              <TopicChoice key={topic} topic={topic} isWanted={wanted.includes(topic)} />
            ))}
          </fieldset>
          <p className="acts">
            <button className="btn press" type="submit" name="intent" value={preferenceIntents.save}>
              {save}
            </button>
            <button className="btn quiet" type="submit" name="intent" value={preferenceIntents.none}>
              {none}
            </button>
          </p>
        </form>
      </div>
    </div>
  );
}

function TopicChoice({ topic, isWanted }: { topic: LetterTopic; isWanted: boolean }) {
  const { label, description } = topicMessages[topic];
  const id = `wanted-${topic}`;
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={id}
        name="wanted"
        value={topic}
        defaultChecked={isWanted}
        aria-describedby={`${id}-description`}
      />
      <label htmlFor={id}>{label}</label>
      <p className="small soft" id={`${id}-description`}>
        {description}
      </p>
    </div>
  );
}

import { channels } from "#app/people/profile/consent-channels.messages.ts";
import { namedFirm } from "#app/intake/form/consent-boxes.tsx";
import type { EmailTopic } from "#app/email/outbox/suppressions.server.ts";
import { Message } from "#app/ui/fields/message.tsx";
import { currentPreferenceVersion, preferenceWordings } from "#content/consent.ts";
import {
  preferenceIntents,
  preferenceMessages,
  savedMessages,
  topicMessages,
} from "./email-preferences.messages.ts";
import { preferenceFields } from "./preference-fields.ts";
import type { Preferences } from "./preferences.server.ts";
import "./email-preferences.css";

const topicNames = Object.keys(topicMessages) as EmailTopic[]; // the object's own keys
const consentTexts = preferenceWordings[currentPreferenceVersion];

/** The email and call preferences of a person. It does not display the address, because the email may have been forwarded. */
export function EmailPreferences({
  topics,
  consents,
  isSaved,
}: Preferences & {
  /** Whether the choice has just been saved. */
  isSaved: boolean;
}) {
  const { heading, lead, events, contact, owed, save, none } = preferenceMessages;
  const isOptedOutOfAll = topics.length === 0 && consents.length === 0;
  return (
    <div className="wrap preferences">
      {isSaved ? (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- announces the outcome first after the page reloads
        <Message autoFocus {...(isOptedOutOfAll ? savedMessages.none : savedMessages.some)} />
      ) : null}
      <div className="row">
        <h1>
          <span>{heading}</span>
        </h1>
        <p className="note">{owed}</p>
        <form className="text" method="post">
          <p className="lead">{lead}</p>
          <fieldset>
            <legend>{events}</legend>
            {topicNames.map((topic) => (
              <Choice
                key={topic}
                name={preferenceFields.topic}
                value={topic}
                isOn={topics.includes(topic)}
                {...topicMessages[topic]}
              />
            ))}
          </fieldset>
          <fieldset>
            <legend>{contact}</legend>
            {channels.map((channel) => (
              <Choice
                key={channel}
                name={preferenceFields.consent}
                value={channel}
                isOn={consents.includes(channel)}
                label={consentTexts[channel].label}
                description={namedFirm(consentTexts[channel].description)}
              />
            ))}
            {consents.map((channel) => (
              <input key={channel} type="hidden" name={preferenceFields.consentShown} value={channel} />
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

function Choice({
  name,
  value,
  isOn,
  label,
  description,
}: {
  name: string;
  value: string;
  isOn: boolean;
  label: string;
  description: string;
}) {
  const id = `${name}-${value}`;
  return (
    <div className="choice">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        defaultChecked={isOn}
        aria-describedby={`${id}-description`}
      />
      <label htmlFor={id}>{label}</label>
      <p className="small soft" id={`${id}-description`}>
        {description}
      </p>
    </div>
  );
}

import { channels } from "#app/people/profile/consent-channels.messages.ts";
import { namedFirm } from "#app/intake/form/consent-boxes.tsx";
import type { EmailTopic } from "#app/data/schema/letter-suppressions.ts";
import { PreferenceChoice } from "./preference-choice.tsx";
import { PreferencesPage } from "./preferences-page.tsx";
import { currentPreferenceVersion, preferenceWordings } from "#content/consent.ts";
import { preferenceMessages, savedMessages, topicMessages } from "./email-preferences.messages.ts";
import { preferenceFields } from "./preference-fields.ts";
import type { Preferences } from "./preferences.server.ts";

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
  const { events, contact, owed } = preferenceMessages;
  const isOptedOutOfAll = topics.length === 0 && consents.length === 0;
  const saved = isOptedOutOfAll ? savedMessages.none : savedMessages.some;
  return (
    <PreferencesPage texts={preferenceMessages} saved={isSaved ? saved : undefined} note={owed}>
      <fieldset>
        <legend>{events}</legend>
        {topicNames.map((topic) => (
          <PreferenceChoice
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
          <PreferenceChoice
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
    </PreferencesPage>
  );
}

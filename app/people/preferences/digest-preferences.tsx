import { PreferenceChoice } from "./preference-choice.tsx";
import { PreferencesPage } from "./preferences-page.tsx";
import {
  digestField,
  type DigestKind,
  digestKinds,
  digestMessages,
  digestPageTexts,
} from "#app/people/digests/digest.messages.ts";

/** The emails about due work that a staff member gets. It works without signing in, through the link in each of them. */
export function DigestPreferences({
  digests,
  isSaved,
}: {
  digests: readonly DigestKind[];
  isSaved: boolean;
}) {
  const { legend, saved } = digestPageTexts;
  return (
    <PreferencesPage texts={digestPageTexts} saved={isSaved ? saved : undefined}>
      <fieldset>
        <legend>{legend}</legend>
        {digestKinds.map((kind) => (
          <PreferenceChoice
            key={kind}
            name={digestField}
            value={kind}
            isOn={digests.includes(kind)}
            {...digestMessages[kind]}
          />
        ))}
      </fieldset>
    </PreferencesPage>
  );
}

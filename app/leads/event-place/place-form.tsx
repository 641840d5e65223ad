import {
  eventSignupNotices,
  minimumNameLength,
  questionsHints,
} from "#app/leads/event-signup/event-signup.messages.ts";
import { Field } from "#app/ui/field.tsx";
import { Message } from "#app/ui/message.tsx";
import { TextAreaField } from "#app/ui/text-area-field.tsx";
import { otherAddress, placeIntents, savedMessage } from "./event-place.messages.ts";
import type { PlaceDetailsField } from "./place-details.schema.ts";
import type { OpenStanding } from "./place-standing.ts";
import type { Place } from "./places.server.ts";

/** The form as it was sent and not accepted. */
export type PlaceFormState = {
  values?: Partial<Record<PlaceDetailsField, string>>;
  errors?: Partial<Record<PlaceDetailsField, string>>;
};

/** What was said with the sign-up, to be changed. The labels are those of the sign-up itself. */
export function PlaceForm({
  place,
  standing,
  isSaved,
  refused: { values, errors = {} } = {},
}: {
  place: Place;
  standing: OpenStanding;
  /** The details were saved a moment ago. */
  isSaved: boolean;
  refused: PlaceFormState | undefined;
}) {
  const of = (name: PlaceDetailsField) => ({
    name,
    defaultValue: values === undefined ? (place[name] ?? "") : values[name],
    error: errors[name],
  });
  return (
    <section className="row screen-only">
      <h2>
        <span>Your details</span>
      </h2>
      {standing === "seat" || standing === "waiting" ? <p className="note">{otherAddress}</p> : null}
      <form className="text" method="post">
        <Answer isSaved={isSaved} isRefused={values !== undefined} />
        <dl>
          <div>
            <dt>Email</dt>
            <dd>{place.email}</dd>
          </div>
        </dl>
        <Field label="Full name" {...of("name")} autoComplete="name" required minLength={minimumNameLength} />
        <Field label="Phone (optional)" {...of("phone")} type="tel" autoComplete="tel" />
        <TextAreaField
          label="Questions (optional)"
          hint={standing === "nextDate" ? questionsHints.nextDate : questionsHints.event}
          rows={4}
          {...of("questions")}
        />
        <TextAreaField
          label="Topics (optional)"
          hint="What you would like to hear about"
          rows={3}
          {...of("topics")}
        />
        <p className="acts">
          <button className="btn" type="submit" name="intent" value={placeIntents.save}>
            Save my details
          </button>
        </p>
      </form>
    </section>
  );
}

/** What came of the form. It takes the focus: the page was loaded anew, and it stands far down. */
function Answer({ isSaved, isRefused }: { isSaved: boolean; isRefused: boolean }) {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- what came of a press is said first
  if (isRefused) return <Message bad autoFocus {...eventSignupNotices.invalid} />;
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
  return isSaved ? <Message autoFocus {...savedMessage} /> : null;
}

import { eventSignupNotices, minimumNameLength } from "#app/leads/event-signup/event-signup.messages.ts";
import { Field } from "#app/ui/field.tsx";
import { Message } from "#app/ui/message.tsx";
import { TextAreaField } from "#app/ui/text-area-field.tsx";
import { placeIntents, savedMessage } from "./event-place.messages.ts";
import type { PlaceDetailsField } from "./place-details.schema.ts";
import type { Place } from "./places.server.ts";

/** The form as it was sent and not accepted. */
export type PlaceFormState = {
  values?: Partial<Record<PlaceDetailsField, string>>;
  errors?: Partial<Record<PlaceDetailsField, string>>;
};

/** The answer to the form is read where the form is, not at the top of the page. */
const sectionId = "details";

/** What was said with the sign-up, to be changed. The labels are those of the sign-up itself. */
export function PlaceForm({
  place,
  isSaved,
  refused: { values, errors = {} } = {},
}: {
  place: Place;
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
    <section className="row screen-only" id={sectionId}>
      <h2>
        <span>Your details</span>
      </h2>
      <p className="note">
        To use another address, give up this place and sign up again: a place stays with the address that it
        was taken with.
      </p>
      <form className="text" method="post" action={`#${sectionId}`}>
        {values === undefined ? null : <Message bad {...eventSignupNotices.invalid} />}
        {isSaved && values === undefined ? <Message {...savedMessage} /> : null}
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
          hint="For the hosts, answered at the end"
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

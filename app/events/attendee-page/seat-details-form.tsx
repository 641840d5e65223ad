import { NameField, OptionalFields } from "#app/events/signup/detail-fields.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";
import { Message } from "#app/ui/message.tsx";
import { otherAddress, placeIntents, savedMessage } from "./attendee-page.messages.ts";
import type { SeatDetailsField } from "./seat-details.schema.ts";
import type { OpenSeatStatus } from "./seat-status.ts";
import type { Place } from "./find-seat.server.ts";

/** The form as it was sent and not accepted. */
export type PlaceFormState = {
  values?: Partial<Record<SeatDetailsField, string>>;
  errors?: Partial<Record<SeatDetailsField, string>>;
};

/** What was said with the sign-up, to be changed. The labels are those of the sign-up itself. */
export function PlaceForm({
  place,
  standing,
  isSaved,
  refused: { values, errors = {} } = {},
}: {
  place: Place;
  standing: OpenSeatStatus;
  /** The details were saved a moment ago. */
  isSaved: boolean;
  refused: PlaceFormState | undefined;
}) {
  const of = <Name extends SeatDetailsField>(name: Name) => ({
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
        <NameField of={of} />
        <OptionalFields of={of} isForNextDate={standing === "nextDate"} />
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

import { NameField, OptionalFields } from "#app/events/signup/detail-fields.tsx";
import { eventSignupNotices } from "#app/events/signup/event-signup.messages.ts";
import { Message } from "#app/ui/fields/message.tsx";
import { otherAddressNote, attendeeIntents, savedMessage } from "./attendee-page.messages.ts";
import type { SeatDetailsField } from "./seat-details.schema.ts";
import type { OpenSeatStatus } from "./seat-status.ts";
import type { AttendeeSignup } from "./find-seat.server.ts";

/** An invalid form. */
export type SeatDetailsFormState = {
  values?: Partial<Record<SeatDetailsField, string>>;
  errors?: Partial<Record<SeatDetailsField, string>>;
};

/** The details of the sign-up, with the labels of the sign-up form. */
export function SeatDetailsForm({
  signup,
  status,
  isSaved,
  refused: { values, errors = {} } = {},
}: {
  signup: AttendeeSignup;
  status: OpenSeatStatus;
  /** Whether the details have just been saved. */
  isSaved: boolean;
  refused: SeatDetailsFormState | undefined;
}) {
  const getState = <Name extends SeatDetailsField>(name: Name) => ({
    name,
    defaultValue: values === undefined ? (signup[name] ?? "") : values[name],
    error: errors[name],
  });
  return (
    <section className="row screen-only">
      <h2>
        <span>Your details</span>
      </h2>
      {status === "seat" || status === "waiting" ? <p className="note">{otherAddressNote}</p> : null}
      <form className="text" method="post">
        <SubmitResult isSaved={isSaved} isRefused={values !== undefined} />
        <dl>
          <div>
            <dt>Email</dt>
            <dd>{signup.email}</dd>
          </div>
        </dl>
        <NameField getState={getState} />
        <OptionalFields getState={getState} isForNextDate={status === "nextDate"} />
        <p className="acts">
          <button className="btn" type="submit" name="intent" value={attendeeIntents.save}>
            Save my details
          </button>
        </p>
      </form>
    </section>
  );
}

/** The result of the form. It gets the focus, because the page was reloaded and the form is far down. */
function SubmitResult({ isSaved, isRefused }: { isSaved: boolean; isRefused: boolean }) {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the result of the form must be read first
  if (isRefused) return <Message bad autoFocus {...eventSignupNotices.invalid} />;
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- as above
  return isSaved ? <Message autoFocus {...savedMessage} /> : null;
}

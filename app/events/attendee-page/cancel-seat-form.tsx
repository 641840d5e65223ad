import { cancelMessages, attendeeIntents } from "./attendee-page.messages.ts";
import type { OpenSeatStatus } from "./seat-status.ts";

/** A separate form, so that only its button can cancel. */
export function CancelSeatForm({ status }: { status: OpenSeatStatus }) {
  const { heading, text, button } = cancelMessages[status];
  return (
    <section className="row screen-only">
      <h2>
        <span>{heading}</span>
      </h2>
      <form className="text" method="post">
        <p>{text}</p>
        <p className="acts">
          <button className="btn" type="submit" name="intent" value={attendeeIntents.cancel}>
            {button}
          </button>
        </p>
      </form>
    </section>
  );
}

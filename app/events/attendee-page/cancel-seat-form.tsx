import { givingUp, placeIntents } from "./attendee-page.messages.ts";
import type { OpenSeatStatus } from "./seat-status.ts";

/** One button, in a form of its own: nothing but pressing it gives anything up. */
export function GiveUpForm({ standing }: { standing: OpenSeatStatus }) {
  const { heading, text, button } = givingUp[standing];
  return (
    <section className="row screen-only">
      <h2>
        <span>{heading}</span>
      </h2>
      <form className="text" method="post">
        <p>{text}</p>
        <p className="acts">
          <button className="btn" type="submit" name="intent" value={placeIntents.giveUp}>
            {button}
          </button>
        </p>
      </form>
    </section>
  );
}

import {
  type Arrival,
  type NotAccepted,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/intake/receive/receive-submission.server.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import { holdSeat } from "#app/events/seats/hold-seat.server.ts";
import { outcomeForStranger, signUpForEvent, type SignUpForEventDeps } from "./sign-up-for-event.server.ts";
import { needsConfirmation } from "./reserve-seat.server.ts";

export type ReceiveEventSignupDeps = ReceiveDeps & SignUpForEventDeps;

/** Receives a sign-up from the form or as JSON. A submission with the honeypot filled in is quarantined and gets the usual response. */
export async function receiveEventSignup(
  deps: ReceiveEventSignupDeps,
  arrival: Arrival,
  input: EventSignupInput,
): Promise<{ ok: true; outcome: SignUpOutcome } | NotAccepted> {
  return receiveSubmission<{ ok: true; outcome: SignUpOutcome }>(deps, arrival, {
    form: "event-signup",
    input,
    async store(submission) {
      const outcome = await signUpForEvent(deps, input, submission);
      if (outcome === needsConfirmation) return undefined;
      const isStored = outcome !== "mailbox-has-place" && outcome !== "domain-limit";
      if (isStored) return { outcome: { ok: true, outcome }, isStored };
      // A stranger gets the same response.
      const forStranger = outcomeForStranger(deps.events.eventStatus(), deps.clock.now());
      return { outcome: { ok: true, outcome: forStranger }, isStored: false };
    },
    imitateSuccess: () => ({
      ok: true,
      outcome: outcomeForStranger(deps.events.eventStatus(), deps.clock.now()),
    }),
    holdSeat: (id, unconfirmed) => holdSeat(deps, id, unconfirmed),
  });
}

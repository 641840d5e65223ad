import {
  type Arrival,
  type NotAccepted,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/intake/receive/receive-submission.server.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import type { EventSignupRequest } from "./event-signup.schema.ts";
import { holdSeat } from "#app/events/seats/hold-seat.server.ts";
import { eventClosed } from "./request-next-date.server.ts";
import { outcomeForStranger, signUpForEvent } from "./sign-up-for-event.server.ts";
import { needsConfirmation, type SignUpForEventDeps } from "./reserve-seat.server.ts";

export type ReceiveEventSignupDeps = ReceiveDeps & SignUpForEventDeps;

type Received =
  | { ok: true; outcome: SignUpOutcome }
  /** The named event is not open, and people can sign up for another one. */
  | { ok: false; reason: typeof eventClosed };

/** Receives a sign-up from the form or as JSON. A submission with the honeypot filled in is quarantined and gets the usual response. */
export async function receiveEventSignup(
  deps: ReceiveEventSignupDeps,
  arrival: Arrival,
  { eventId, ...fields }: EventSignupRequest,
): Promise<Received | NotAccepted> {
  // Without an event, the key is absent, because it is part of the deduplication key.
  const input = eventId === undefined ? fields : { ...fields, eventId };
  const answerStranger = () => toReceived(outcomeForStranger(deps.events, eventId, deps.clock.now()));
  return receiveSubmission<Received>(deps, arrival, {
    form: "event-signup",
    input,
    async store(submission) {
      const outcome = await signUpForEvent(deps, input, submission);
      if (outcome === needsConfirmation) return undefined;
      const isStored = outcome !== "mailbox-has-place" && outcome !== "domain-limit";
      return isStored
        ? { outcome: toReceived(outcome), isStored }
        : { outcome: answerStranger(), isStored: false };
    },
    imitateSuccess: answerStranger,
    holdSeat: (id, unconfirmed) => holdSeat(deps, id, { ...unconfirmed, eventId }),
  });
}

function toReceived(outcome: SignUpOutcome | typeof eventClosed): Received {
  return outcome === eventClosed ? { ok: false, reason: outcome } : { ok: true, outcome };
}

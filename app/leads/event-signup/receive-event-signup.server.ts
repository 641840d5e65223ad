import {
  type Arrival,
  type NotTaken,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/leads/submission/receive-submission.server.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import { holdSeat } from "./hold-seat.server.ts";
import {
  outcomeForStranger,
  signUpForEvent,
  type SignUpForEventDeps,
  type SignUpOutcome,
} from "./sign-up-for-event.server.ts";
import { needsConfirmation } from "./take-place.server.ts";

export type ReceiveEventSignupDeps = ReceiveDeps & SignUpForEventDeps;

/** A sign-up as it arrives, by form or as JSON. One that filled in the honeypot is answered as any other, and quarantined. */
export async function receiveEventSignup(
  deps: ReceiveEventSignupDeps,
  arrival: Arrival,
  input: EventSignupInput,
): Promise<{ ok: true; outcome: SignUpOutcome } | NotTaken> {
  return receiveSubmission<{ ok: true; outcome: SignUpOutcome }>(deps, arrival, {
    form: "event-signup",
    input,
    async store(submission) {
      const outcome = await signUpForEvent(deps, input, submission);
      return outcome === needsConfirmation ? undefined : { ok: true, outcome };
    },
    decoy: () => ({ ok: true, outcome: outcomeForStranger(deps.events.standing(), deps.clock.now()) }),
    holdSeat: (id, addressKey) => holdSeat(deps, id, addressKey),
  });
}

import {
  type Arrival,
  type NotTaken,
  type ReceiveDeps,
  receiveSubmission,
} from "#app/leads/submission/receive-submission.server.ts";
import type { EventSignupInput } from "./event-signup.schema.ts";
import {
  outcomeForStranger,
  signUpForEvent,
  type SignUpForEventDeps,
  type SignUpOutcome,
} from "./sign-up-for-event.server.ts";

export type ReceiveEventSignupDeps = ReceiveDeps & SignUpForEventDeps;

/** A sign-up as it arrives, by form or as JSON. What fell into the trap is answered as anybody would be, and held. */
export async function receiveEventSignup(
  deps: ReceiveEventSignupDeps,
  arrival: Arrival,
  input: EventSignupInput,
): Promise<{ ok: true; outcome: SignUpOutcome } | NotTaken> {
  return receiveSubmission<{ ok: true; outcome: SignUpOutcome }>(deps, arrival, {
    form: "event-signup",
    input,
    store: async (submission) => ({ ok: true, outcome: await signUpForEvent(deps, input, submission) }),
    decoy: () => ({ ok: true, outcome: outcomeForStranger(deps.events.standing(), deps.clock.now()) }),
  });
}

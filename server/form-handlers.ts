import { assessmentFormHandler } from "#app/assessments/submission/assessment-form-handler.server.ts";
import { releaseHeldSeat } from "#app/events/seats/held-seats.server.ts";
import { subtractHeldSeat } from "#app/events/seats/unconfirmed-seats.server.ts";
import { signupFormHandler } from "#app/events/signup/signup-form-handler.server.ts";
import type { FormHandlers } from "#app/intake/quarantine/form-handler.server.ts";

/** The forms whose submissions intake can quarantine and accept. */
export const formHandlers: FormHandlers = {
  assessment: assessmentFormHandler,
  "event-signup": signupFormHandler,
  async releaseSeat(trx, seat) {
    if (await releaseHeldSeat(trx, seat)) await subtractHeldSeat(trx, seat);
  },
};

import { Hono } from "hono";
import { respondNotAccepted, readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { parseJson } from "#app/platform/http/json-body.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { eventSignupFieldMessages } from "./event-signup.messages.ts";
import { eventSignupRequestSchema } from "./event-signup.schema.ts";
import { eventClosed } from "./request-next-date.server.ts";
import { receiveEventSignup, type ReceiveEventSignupDeps } from "./receive-event-signup.server.ts";

/** `POST /functions/v1/linkedin-live-signup` (specification section 7). Calls the same command as the form. */
export function eventSignupEndpoint(
  deps: ReceiveEventSignupDeps,
): Hono<{ Variables: { clientAddress: string } }> {
  return new Hono<{ Variables: { clientAddress: string } }>().post("/linkedin-live-signup", async (c) => {
    const parsed = await parseJson(eventSignupRequestSchema, c.req.raw);
    if (!parsed.ok) return parsed.response;
    const clientAddress = c.get("clientAddress");
    const arrival = readArrival(deps, { headers: c.req.raw.headers, clientAddress, fields: parsed.body });
    const outcome = await receiveEventSignup(deps, arrival, parsed.value);
    if (!outcome.ok) {
      return outcome.reason === eventClosed
        ? refuse("conflict", { fields: { eventId: eventSignupFieldMessages.eventClosed } })
        : respondNotAccepted(outcome);
    }
    c.header("Cache-Control", "no-store");
    return c.json({ data: { outcome: outcome.outcome } });
  });
}

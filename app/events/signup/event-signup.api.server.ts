import { Hono } from "hono";
import { errorsOf } from "#app/platform/form.ts";
import { answerNotTaken, readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { readJsonObject } from "#app/platform/json-body.server.ts";
import { refuse } from "#app/platform/refusal.ts";
import { type EventSignupField, eventSignupSchema } from "./event-signup.schema.ts";
import { receiveEventSignup, type ReceiveEventSignupDeps } from "./receive-event-signup.server.ts";

/** `POST /functions/v1/linkedin-live-signup` (specification section 7). Calls the same command as the form. */
export function eventSignupEndpoint(
  deps: ReceiveEventSignupDeps,
): Hono<{ Variables: { clientAddress: string } }> {
  return new Hono<{ Variables: { clientAddress: string } }>().post("/linkedin-live-signup", async (c) => {
    const body = await readJsonObject(c.req.raw);
    const parsed = eventSignupSchema.safeParse(body);
    if (!parsed.success) {
      return refuse("invalid", { fields: errorsOf(fields, parsed.error.issues).fieldErrors });
    }
    const clientAddress = c.get("clientAddress");
    const arrival = readArrival(deps, { headers: c.req.raw.headers, clientAddress, fields: body });
    const taken = await receiveEventSignup(deps, arrival, parsed.data);
    if (!taken.ok) return answerNotTaken(taken);
    c.header("Cache-Control", "no-store");
    return c.json({ data: { outcome: taken.outcome } });
  });
}

const fields = Object.keys(eventSignupSchema.shape) as EventSignupField[]; // the schema's own keys

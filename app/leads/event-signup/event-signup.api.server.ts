import { Hono } from "hono";
import { errorsOf } from "#app/platform/form.ts";
import { readJsonObject } from "#app/platform/json-body.server.ts";
import { refuse } from "#app/platform/refusal.ts";
import { type EventSignupField, eventSignupSchema } from "./event-signup.schema.ts";
import { signUpForEvent, type SignUpForEventDeps } from "./sign-up-for-event.server.ts";

/** `POST /functions/v1/linkedin-live-signup` (specification section 7). Calls the same command as the form. */
export function eventSignupEndpoint(deps: SignUpForEventDeps): Hono {
  return new Hono().post("/linkedin-live-signup", async (c) => {
    const parsed = eventSignupSchema.safeParse(await readJsonObject(c.req.raw));
    if (!parsed.success) {
      return refuse("invalid", { fields: errorsOf(fields, parsed.error.issues).fieldErrors });
    }
    const outcome = await signUpForEvent(deps, parsed.data);
    c.header("Cache-Control", "no-store");
    return c.json({ data: { outcome } });
  });
}

const fields = Object.keys(eventSignupSchema.shape) as EventSignupField[]; // the schema's own keys

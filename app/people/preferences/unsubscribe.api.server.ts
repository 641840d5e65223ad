import { Hono } from "hono";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { unsubscribedText } from "./email-preferences.messages.ts";
import { savePreferences } from "./preferences.server.ts";
import { preferencesPath } from "./preferences-path.ts";

export const unsubscribePath = "/functions/v1/letters/unsubscribe/:key";

/**
 * `POST /functions/v1/letters/unsubscribe/:key`, the one-click unsubscribe request of mail programs (RFC 8058). The body is ignored,
 * because the URL contains the key. A GET only redirects to the preference page, because scanners follow links. It does not stop calls.
 */
export function unsubscribeEndpoint(deps: Pick<RequestServices, "clock" | "db" | "persons">): Hono {
  const path = "/letters/unsubscribe/:key";
  return new Hono()
    .post(path, async (c) => {
      const outcome = await savePreferences(deps, c.req.param("key"), {
        topics: [],
        consents: { email: "stop" },
      });
      if (outcome !== "saved") return refuse("not-found");
      c.header("Cache-Control", "no-store");
      return c.text(unsubscribedText);
    })
    .get(path, (c) => {
      c.header("Cache-Control", "no-store");
      return c.redirect(preferencesPath(c.req.param("key")), 303);
    });
}

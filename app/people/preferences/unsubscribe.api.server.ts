import { Hono } from "hono";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { digestStoppedText } from "#app/people/digests/digest.messages.ts";
import { stopDigest } from "#app/people/digests/digest-choices.server.ts";
import { unsubscribedText } from "./email-preferences.messages.ts";
import { savePreferences } from "./preferences.server.ts";
import { preferencesPath } from "./preferences-path.ts";

export const unsubscribePath = "/functions/v1/letters/unsubscribe/:key";

/**
 * `POST /functions/v1/letters/unsubscribe/:key`, the one-click unsubscribe request of mail programs (RFC 8058). The body is ignored,
 * because the URL contains the key. A GET only redirects to the preference page, because scanners follow links. It does not stop calls. Of
 * the emails that staff chose, it stops the one that was received.
 */
export function unsubscribeEndpoint(deps: Pick<RequestServices, "clock" | "db" | "persons">): Hono {
  const path = "/letters/unsubscribe/:key";
  return new Hono()
    .post(path, async (c) => {
      c.header("Cache-Control", "no-store");
      const key = c.req.param("key");
      if (await stopDigest(deps.db, key)) return c.text(digestStoppedText);
      const outcome = await savePreferences(deps, key, {
        topics: [],
        consents: { email: "stop" },
      });
      if (outcome !== "saved") return refuse("not-found");
      return c.text(unsubscribedText);
    })
    .get(path, (c) => {
      c.header("Cache-Control", "no-store");
      return c.redirect(preferencesPath(c.req.param("key")), 303);
    });
}

import { Hono } from "hono";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/database.ts";
import { setPreferences } from "#app/mail/suppressions.server.ts";
import { refuse } from "#app/platform/refusal.ts";
import { unsubscribedText } from "./letter-preferences.messages.ts";
import { preferencesPath } from "./preferences-path.ts";

/**
 * `POST /functions/v1/letters/unsubscribe/:key`, which mail programs send for their owner at the press of a button (RFC
 * 8058). They come from anywhere, with a form of either kind or none at all: the address says everything. A GET changes
 * nothing, because scanners follow links; a person is led to the page.
 */
export function unsubscribeEndpoint({ db }: { db: Kysely<Database> }): Hono {
  const path = "/letters/unsubscribe/:key";
  return new Hono()
    .post(path, async (c) => {
      const isKnown = await setPreferences(db, c.req.param("key"), []);
      if (!isKnown) return refuse("not-found");
      c.header("Cache-Control", "no-store");
      return c.text(unsubscribedText);
    })
    .get(path, (c) => {
      c.header("Cache-Control", "no-store");
      return c.redirect(preferencesPath(c.req.param("key")), 303);
    });
}

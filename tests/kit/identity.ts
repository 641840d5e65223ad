import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { createIdentity, type Identity, type IdentitySettings } from "#app/identity/identity.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { testSiteUrl } from "./app.ts";
import { newAddress } from "./new-address.ts";
import { cheapPasswords, testKeyRing } from "./test-settings.ts";

/** Identity with a test database, as in the program. */
export function testIdentity(
  db: Kysely<Database>,
  siteUrl = testSiteUrl,
  changes: Partial<IdentitySettings> = {},
): Identity {
  return createIdentity({
    db,
    clock: systemClock,
    outbox: createOutbox(() => {}),
    log: silentLog,
    siteUrl,
    keyRing: testKeyRing,
    isProduction: true,
    passwordCost: cheapPasswords,
    ...changes,
  });
}

/** A browser with its own cookies and address. */
export function testBrowser(clientAddress = newAddress()) {
  const jar = new Map<string, string>();
  return {
    clientAddress,
    visitor(): Visitor {
      const headers = { cookie: [...jar].map((pair) => pair.join("=")).join("; "), "user-agent": "Test" };
      return { request: new Request(`${testSiteUrl}/auth`, { headers }), clientAddress };
    },
    take(headers: Headers): void {
      for (const cookie of headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (cookie.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
    },
    cookies: jar,
  };
}

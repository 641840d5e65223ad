import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { listSuppressions } from "#app/email/outbox/suppressions.server.ts";
import { findConsent } from "#app/intake/consent/find-consent.server.ts";
import { listAddresses } from "./addresses-of-person.server.ts";

/**
 * Identifies the consent and the opt-outs of all addresses of a person. A form contains the version that its page displayed, so that it
 * cannot lift an opt-out that was not displayed.
 */
export async function getConsentVersion(db: Kysely<Database>, email: string): Promise<string> {
  const states = [];
  for (const address of await listAddresses(db, email)) {
    states.push([address, await findConsent(db, address), await listSuppressions(db, address)]);
  }
  return createHash("sha256").update(JSON.stringify(states)).digest("base64url");
}

import type { Kysely } from "kysely";
import { readNewest } from "#app/data/lists/ordered-rows.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { selectReceipts } from "#app/intake/consent/find-consent.server.ts";
import { preparePersonExport } from "#app/people/export/export-person.server.ts";
import { notesAboutPerson } from "#app/people/follow-up/person-record.server.ts";

const all = 10_000;

/** The notes about the person with an address, oldest first. */
export function listPersonNotes(db: Kysely<Database>, email: string) {
  return readNewest(db, notesAboutPerson(db, email), all);
}

/** The consent receipts of an address, oldest first. */
export function listConsentReceipts(db: Kysely<Database>, email: string) {
  return readNewest(db, selectReceipts([email]), all);
}

/** The complete export of a person as text. */
export async function readPersonExport(db: Kysely<Database>, email: string): Promise<string> {
  const clock = { now: () => new Date("2026-11-21T12:00:00Z") };
  const { file } = await preparePersonExport({ db, clock }, email, { hiddenKinds: [] });
  let text = "";
  for await (const chunk of file()) text += chunk;
  return text;
}

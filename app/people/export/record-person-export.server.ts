import type { Kysely } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { hasPersonData, preparePersonExport } from "./export-person.server.ts";

type Deps = { db: Kysely<Database>; clock: Clock; persons: PersonKeys; actor: Actor };

export type RecordedPersonExport = {
  /** The file in chunks. */
  file(): AsyncGenerator<string>;
  /** Records the end in the audit log. `given-up`: the reader left or took too long. `access-ended`: the reader may no longer read it. */
  recordEnd(end: "complete" | "given-up" | "access-ended" | "broke-off"): Promise<void>;
};

/**
 * Prepares the export of all data of a person for that person, and records its start with the number of rows. If the server is killed before
 * the end is recorded, it is unknown how much of the file was sent.
 * @param email any address of the person, in lower case, without spaces around it
 * @returns undefined without any data, because an empty export of a mistyped address would be misleading
 */
export async function recordPersonExport(
  { db, clock, persons, actor }: Deps,
  email: string,
  { hiddenKinds, clientAddress }: { hiddenKinds: readonly string[]; clientAddress?: string },
): Promise<RecordedPersonExport | undefined> {
  const person = await preparePersonExport({ db, clock }, email, { hiddenKinds });
  if (!hasPersonData(person)) return undefined;
  const { addresses, counts, file } = person;
  const record = async (
    action: "person-exported" | "person-export-ended",
    details: Readonly<Record<string, number | string>>,
  ): Promise<void> => {
    for (const address of addresses) {
      await recordAudit(db, { action, actor, subject: persons.subjectOf(address), details, clientAddress });
    }
  };
  await record("person-exported", { ...counts, addresses: addresses.length });
  return { file, recordEnd: (end) => record("person-export-ended", { end }) };
}

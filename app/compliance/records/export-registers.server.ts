import type { Kysely } from "kysely";
import type { ExportFile } from "#app/compliance/site-export/export-file.ts";
import type { Database } from "#app/data/schema/database.ts";

/**
 * The registers of the firm as a file of an export: filings, testimonials and promoters, legal holds with their releases, and complaints and
 * incidents with their notes, all in the order of their entry. A later entry about the same version of a document replaces an earlier one.
 * @param options.withIncidents whether the reader may read complaints and incidents
 */
export async function createRegistersFile(
  db: Kysely<Database>,
  now: Date,
  { withIncidents }: { withIncidents: boolean },
): Promise<ExportFile> {
  const registers = {
    exportedAt: now,
    filings: await db.selectFrom("regulatoryFilings").selectAll().orderBy("id").execute(),
    promoters: await db.selectFrom("promoterRecords").selectAll().orderBy("id").execute(),
    legalHolds: await db
      .selectFrom("legalHolds as hold")
      .leftJoin("legalHoldReleases as release", "release.holdId", "hold.id")
      .select(["hold.id", "hold.reason", "hold.placedAt", "hold.placedBy"])
      .select(["release.reason as releaseReason", "release.releasedAt", "release.releasedBy"])
      .orderBy("hold.id")
      .execute(),
    ...(withIncidents && { incidents: await listIncidentsWithNotes(db) }),
  };
  return { name: "registers.json", content: Buffer.from(`${JSON.stringify(registers, null, 2)}\n`) };
}

async function listIncidentsWithNotes(db: Kysely<Database>) {
  const incidents = await db.selectFrom("incidents").selectAll().orderBy("id").execute();
  const notes = await db
    .selectFrom("incidentNotes")
    .selectAll()
    .orderBy("incidentId")
    .orderBy("revision")
    .execute();
  const notesById = Map.groupBy(notes, ({ incidentId }) => incidentId);
  return incidents.map((incident) => ({ ...incident, notes: notesById.get(incident.id) ?? [] }));
}

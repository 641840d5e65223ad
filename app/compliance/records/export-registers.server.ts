import type { Kysely } from "kysely";
import { type ExportFile, exportPages } from "#app/compliance/site-export/export-file.ts";
import type { Database } from "#app/data/schema/database.ts";
import { type Registers, renderRegistersPage } from "./registers-page.tsx";

/**
 * The registers of the firm as files of an export, for reading and for programs: filings, testimonials and promoters, legal holds with their
 * releases, and complaints and incidents with their notes, all in the order of their entry.
 * @param options.withIncidents whether the reader may read complaints and incidents
 */
export async function createRegistersFiles(
  db: Kysely<Database>,
  now: Date,
  options: { withIncidents: boolean },
): Promise<ExportFile[]> {
  const registers = await readRegisters(db, options);
  const text = JSON.stringify({ exportedAt: now, ...registers }, null, 2);
  return [
    { name: exportPages.registers, content: Buffer.from(renderRegistersPage(registers, now)) },
    { name: "registers.json", content: Buffer.from(`${text}\n`) },
  ];
}

async function readRegisters(
  db: Kysely<Database>,
  { withIncidents }: { withIncidents: boolean },
): Promise<Registers> {
  return {
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

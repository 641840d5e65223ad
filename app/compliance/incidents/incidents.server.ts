import { type Kysely, sql } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { IncidentKind, IncidentState } from "#app/data/schema/incidents.ts";
import type { Clock } from "#app/platform/clock.ts";

type Deps = { db: Kysely<Database>; clock: Clock; actor: StaffActor; clientAddress: string };

const incidentsPerPage = 50;

/** The same entry by the same person within this time is most likely a form that was sent twice. */
const duplicateWindowMs = 60_000;

/** Adds an entry to the log. @returns its id, or that of the existing entry if the form was sent twice */
export async function openIncident(
  { db, clock, actor, clientAddress }: Deps,
  report: { kind: IncidentKind; discoveredOn: string; description: string },
): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('incidents', 0))`.execute(trx);
    const duplicate = await trx
      .selectFrom("incidents")
      .select("id")
      .where((eb) => eb.and({ ...report, openedBy: actor.email }))
      .where("openedAt", ">", new Date(now.getTime() - duplicateWindowMs))
      .executeTakeFirst();
    if (duplicate !== undefined) return duplicate.id;
    const { id } = await trx
      .insertInto("incidents")
      .values({ ...report, openedAt: now, openedBy: actor.email })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(trx, {
      action: "incident-opened",
      actor,
      subject: `incident:${id}`,
      details: { incidentKind: report.kind },
      clientAddress,
    });
    return id;
  });
}

/**
 * Adds a note with the state after it.
 * @param seen.revision the number of notes that the author saw
 * @returns `changed` if a colleague has added a note since
 */
export async function addIncidentNote(
  { db, clock, actor, clientAddress }: Deps,
  seen: { id: number; revision: number },
  { state, note }: { state: IncidentState; note: string },
): Promise<{ ok: true } | { ok: false; reason: "unknown" | "changed" }> {
  return db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom("incidents")
      .select("revision")
      .where("id", "=", seen.id)
      .forUpdate()
      .executeTakeFirst();
    if (stored === undefined) return { ok: false, reason: "unknown" } as const;
    if (stored.revision !== seen.revision) return { ok: false, reason: "changed" } as const;
    const revision = stored.revision + 1;
    const made = { incidentId: seen.id, revision, state, note, notedAt: clock.now(), notedBy: actor.email };
    await trx.insertInto("incidentNotes").values(made).execute();
    await trx.updateTable("incidents").set({ revision, state }).where("id", "=", seen.id).execute();
    await recordAudit(trx, {
      action: "incident-noted",
      actor,
      subject: `incident:${seen.id}`,
      details: { incidentState: state },
      clientAddress,
    });
    return { ok: true } as const;
  });
}

/** The log, newest first. @param before only entries with a lower id */
export async function listIncidents(db: Kysely<Database>, before?: number) {
  const rows = await db
    .selectFrom("incidents")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(incidentsPerPage + 1)
    .execute();
  const incidents = rows.slice(0, incidentsPerPage);
  return { incidents, older: rows.length > incidentsPerPage ? incidents.at(-1)?.id : undefined };
}

/** An entry with its notes, newest first. */
export async function findIncident(db: Kysely<Database>, id: number) {
  const incident = await db.selectFrom("incidents").selectAll().where("id", "=", id).executeTakeFirst();
  if (incident === undefined) return undefined;
  const notes = await db
    .selectFrom("incidentNotes")
    .selectAll()
    .where("incidentId", "=", id)
    .orderBy("revision", "desc")
    .execute();
  return { incident, notes };
}

/** Complaints without an answer, and incidents about which people may have to be notified. */
export async function listOpenIncidents(db: Kysely<Database>) {
  return db
    .selectFrom("incidents")
    .select(["id", "kind", "state", "discoveredOn"])
    .where("state", "=", "open")
    .orderBy("discoveredOn")
    .orderBy("id")
    .execute();
}

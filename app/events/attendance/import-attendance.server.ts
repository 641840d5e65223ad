import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockPeopleOfSignups } from "#app/events/schedule/event-locks.server.ts";
import { markOthersAbsent } from "./mark-absent.server.ts";
import type { AttendanceFile, AttendanceRow } from "./read-attendance-csv.ts";
import { type AttendanceDeps, type AttendanceRefusal, lockStartedEvent } from "./record-attendance.server.ts";

type FileRow = Extract<AttendanceFile, { ok: true }>["rows"][number];

/**
 * `mark`: will be recorded. `marked`: attended already. `waiting`: on the waiting list, so without a seat. `ambiguous`: several people with a
 * seat have this name. `duplicate`: an earlier row names the same person.
 */
export type ImportResult =
  | "mark"
  | "marked"
  | "unknown"
  | "waiting"
  | "ambiguous"
  | "duplicate"
  | "malformed";

/** A row of the report. @property person whom the row names; undefined if it names no one */
export type ImportRow = { number: number; result: ImportResult; person?: { id: string; name: string } };

export type ImportOutcome =
  | { ok: true; changed: number }
  /** `changed-meanwhile`: the report would be different now. `not-over`: no one can be recorded as absent yet. */
  | { ok: false; reason: AttendanceRefusal | "not-over" | "changed-meanwhile" };

/** Compares the rows of a file with the sign-ups of an event. Changes nothing. */
export async function previewImport(
  db: Kysely<Database>,
  eventId: string,
  rows: readonly FileRow[],
): Promise<ImportRow[]> {
  const { rows: signups } = await sql<Signup>`
    select id, name, lower(email) as email, state, attended from linkedin_live_signups
    where event_id = ${eventId} and state in ('seat', 'waiting')`.execute(db);
  const index = createIndex(signups);
  const named = new Set<string>();
  return rows.map((row) => {
    if ("malformed" in row) return { number: row.number, result: "malformed" };
    const found = find(index, row);
    if (typeof found === "string") return { number: row.number, result: found };
    const { id, name } = found;
    const result = named.has(id) ? "duplicate" : resultFor(found);
    named.add(id);
    return { number: row.number, result, person: { id, name } };
  });
}

type Signup = {
  id: string;
  name: string;
  email: string;
  state: "seat" | "waiting";
  attended: boolean | null;
};
type Index = { byEmail: ReadonlyMap<string, Signup>; byName: ReadonlyMap<string, Signup[]> };

function createIndex(signups: readonly Signup[]): Index {
  return {
    byEmail: new Map(signups.map((signup) => [signup.email, signup])),
    byName: Map.groupBy(signups, ({ name }) => toComparable(name)),
  };
}

/** The email address decides if the row has one, because names are not unique. */
function find({ byEmail, byName }: Index, { email, name }: AttendanceRow): Signup | "unknown" | "ambiguous" {
  if (email !== "") return byEmail.get(email.toLowerCase()) ?? "unknown";
  const [first, ...others] = byName.get(toComparable(name)) ?? [];
  if (first === undefined) return "unknown";
  return others.length === 0 ? first : "ambiguous";
}

function resultFor({ state, attended }: Signup): ImportResult {
  if (state === "waiting") return "waiting";
  return attended === true ? "marked" : "mark";
}

function toComparable(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/**
 * Records the attendance of exactly the previewed people, or of no one.
 * @param expected.ids the people of the rows with the result `mark`
 * @param expected.absent the version of the other people without recorded attendance (`Unrecorded`), who are recorded as absent; undefined
 * leaves them as they are
 */
export async function importAttendance(
  { db, clock, actor, clientAddress }: AttendanceDeps,
  eventId: string,
  expected: { ids: readonly string[]; absent?: string | undefined },
): Promise<ImportOutcome> {
  const ids = [...new Set(expected.ids)];
  return db.transaction().execute(async (trx): Promise<ImportOutcome> => {
    const now = clock.now();
    const locked = await lockStartedEvent(trx, eventId, now);
    if (!locked.ok) return locked;
    await lockPeopleOfSignups(trx, sql`event_id = ${eventId}`);
    const isAsPreviewed = (await countMarkable(trx, eventId, ids)) === ids.length;
    if (!isAsPreviewed || ids.length === 0) return { ok: false, reason: "changed-meanwhile" };
    const others = await markOthersAbsent(trx, locked.event, { now, ids, version: expected.absent });
    if (!others.ok) return others;
    const changed = await sql`
      update linkedin_live_signups set attended = true where id = any(${ids}::uuid[])`.execute(trx);
    const count = Number(changed.numAffectedRows ?? 0);
    const away = others.changed;
    await recordAudit(trx, {
      action: "attendance-noted",
      actor,
      subject: `event:${eventId}`,
      details: { came: count, away, taken_back: 0 },
      clientAddress,
    });
    return { ok: true, changed: count + away };
  });
}

/** The number of people who have a seat and are not marked. The caller has locked the rows of their sign-ups. */
async function countMarkable(
  trx: Transaction<Database>,
  eventId: string,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from linkedin_live_signups
    where id = any(${[...ids]}::uuid[]) and event_id = ${eventId} and state = 'seat' and attended is not true`.execute(
    trx,
  );
  return rows.length;
}

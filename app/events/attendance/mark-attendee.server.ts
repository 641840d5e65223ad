import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { containsWords } from "#app/data/lists/search.server.ts";
import { type AttendanceDeps, type AttendanceRefusal, recordAttendance } from "./record-attendance.server.ts";

/** A person with a seat whom the typed text matches. */
export type AttendeeMatch = {
  id: string;
  name: string;
  email: string;
  placeNumber: number;
  attended: boolean | null;
};

export type MarkOutcome =
  | { ok: true; id: string }
  /** Nothing was recorded. Each of the people can be meant, or there are more than the first ones. */
  | { ok: false; reason: "several"; matches: readonly AttendeeMatch[] }
  | { ok: false; reason: "no-match" | AttendanceRefusal };

/** More people than this need a longer text. */
const maxMatches = 8;

/**
 * Records that the one person with a seat attended whom a text names: a name, an email address, a phone number or a seat number. A whole
 * name or address is preferred to a part of another.
 */
export async function markAttendee(
  deps: AttendanceDeps,
  eventId: string,
  typed: string,
): Promise<MarkOutcome> {
  const text = typed.trim();
  // No name contains a control character, and PostgreSQL rejects NUL.
  const isSearchable = text !== "" && !/\p{Cc}/u.test(text);
  const found = isSearchable ? await findAttendees(deps.db, eventId, text) : [];
  const exact = found.filter((person) => isWhole(person, text));
  const [match, ...others] = exact.length === 1 ? exact : found;
  if (match === undefined) return { ok: false, reason: "no-match" };
  if (others.length > 0) return { ok: false, reason: "several", matches: found };
  const outcome = await recordAttendance(deps, eventId, [{ signupId: match.id, attended: true }]);
  return outcome.ok ? { ok: true, id: match.id } : outcome;
}

async function findAttendees(db: Kysely<Database>, eventId: string, text: string): Promise<AttendeeMatch[]> {
  const isSeatNumber = /^\d{1,6}$/.test(text);
  const condition = isSeatNumber
    ? sql<boolean>`(place_number = ${Number(text)} or ${containsWords(sql.ref("searchable"), text)})`
    : containsWords(sql.ref("searchable"), text);
  const { rows } = await sql<AttendeeMatch>`
    select id, name, email, place_number, attended from linkedin_live_signups
    where event_id = ${eventId} and state = 'seat' and ${condition}
    order by place_number limit ${maxMatches}`.execute(db);
  return rows;
}

function isWhole({ name, email, placeNumber }: AttendeeMatch, text: string): boolean {
  const typed = text.toLowerCase();
  return name.toLowerCase() === typed || email.toLowerCase() === typed || String(placeNumber) === text;
}

/** The name of a person with a seat, for the confirmation. */
export async function findAttendeeName(
  db: Kysely<Database>,
  eventId: string,
  signupId: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom("linkedinLiveSignups")
    .select("name")
    .where("id", "=", signupId)
    .where("eventId", "=", eventId)
    .where("state", "=", "seat")
    .executeTakeFirst();
  return found?.name;
}

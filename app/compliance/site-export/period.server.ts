import { type Kysely, sql } from "kysely";
import { findPositionAt } from "#app/compliance/archive/find-captures.server.ts";
import { endOfDays, startOfDays } from "#app/data/lists/days.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lastMomentBefore } from "#app/platform/calendar/end-of-day.ts";
import { practice } from "#content/practice.ts";

/** The first and the last day of a period, like 2026-03-31, in the firm’s time zone. */
export type PeriodDays = { since?: string | undefined; until?: string | undefined };

/** The days whose versions an export contains. */
export type Period = PeriodDays & {
  /** When the first day begins; null if the period begins with the archive. */
  startsAt: Date | null;
  /** The end of the last day, or the time of the export if that is earlier. */
  endsAt: Date;
  /** Whether the export was made before the end of the last day. */
  isUnfinished: boolean;
  /** The last entry of the archive in the period. */
  position: number;
};

/** Why an export cannot contain the versions of some days. */
export type PeriodProblem = "reversed" | "future" | "before-first";

export async function findPeriod(
  db: Kysely<Database>,
  { since, until }: PeriodDays,
  now: Date,
): Promise<Period | PeriodProblem> {
  if (since !== undefined && until !== undefined && since > until) return "reversed";
  const days = { from: since, to: until, timeZone: practice.timeZone };
  const startsAt = startOfDays(days) ?? null;
  if (startsAt !== null && startsAt > now) return "future";
  const end = endOfDays(days);
  const isUnfinished = end === undefined || end > now;
  const endsAt = isUnfinished ? now : lastMomentBefore(end);
  const position = await findPositionAt(db, endsAt, now);
  return position === undefined ? "before-first" : { since, until, startsAt, endsAt, isUnfinished, position };
}

/** What the audit log says about the period of an export. */
export function listPeriodDetails(period: PeriodDays | undefined): Record<string, string> {
  const { since, until } = period ?? {};
  return {
    ...(since !== undefined && { versionsSince: since }),
    ...(until !== undefined && { versionsUntil: until }),
  };
}

/** The bytes that the archive stores for the versions of a period, most of them compressed. */
export async function measurePeriod(db: Kysely<Database>, { startsAt, position }: Period): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from archive_contents where hash in (
      select content_hash from archive_captures
      where position <= ${position} and position >= coalesce((
        select release from archive_entries where recorded_at < ${startsAt}::timestamptz order by position desc limit 1
      ), 1)
    )`.execute(db);
  return rows[0]?.bytes ?? 0;
}

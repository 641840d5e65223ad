import {
  findPeriod,
  measurePeriod,
  type Period,
  type PeriodDays,
} from "#app/compliance/site-export/period.server.ts";
import { isDay } from "#app/platform/calendar/is-day.ts";
import type { DayField } from "#app/staff/paths/record-path.ts";
import type { PeriodDownloadProblem } from "./period.messages.ts";

type Db = Parameters<typeof findPeriod>[0];

/** The ZIP file is complete in memory before it is sent: about 50 MB, because pages are stored compressed. The command line has no limit. */
const maxStoredBytes = 8 * 1024 * 1024;

/** Finds the period that the days in the form name. @returns undefined without days */
export async function findChosenPeriod(
  db: Db,
  form: FormData,
  now: Date,
): Promise<Period | PeriodDownloadProblem | undefined> {
  const days = readDays(form);
  if (days === undefined || days === "invalid") return days;
  const period = await findPeriod(db, days, now);
  if (typeof period === "string") return period;
  return (await measurePeriod(db, period)) > maxStoredBytes ? "large" : period;
}

function readDays(form: FormData): PeriodDays | "invalid" | undefined {
  const [since, until] = (["versionsSince", "versionsUntil"] as const satisfies DayField[]).map((name) => {
    const value = form.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  });
  if (since === undefined && until === undefined) return undefined;
  const areDays = [since, until].every((day) => day === undefined || isDay(day));
  return areDays ? { since, until } : "invalid";
}

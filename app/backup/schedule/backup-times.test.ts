import { describe, expect, test } from "vitest";
import { isBackupDue, isBackupOverdue } from "./backup-times.ts";

const schedule = { time: "02:30", timeZone: "America/Chicago" };

/** Local times in Chicago are six hours behind, and five in summer. */
const at = (text: string) => new Date(`${text}Z`);

describe("a daily backup at 2:30 AM", () => {
  test.each<[string, string | undefined, string | undefined, string, boolean]>([
    ["without any backup", undefined, undefined, "2026-11-22T20:00", true],
    ["before the time", "2026-11-21T08:31", undefined, "2026-11-22T08:29", false],
    ["at the time", "2026-11-21T08:31", undefined, "2026-11-22T08:30", true],
    ["after today’s backup", "2026-11-22T08:30", undefined, "2026-11-22T09:00", false],
    ["for a server that was off", "2026-11-20T08:31", undefined, "2026-11-22T17:00", true],
    ["half an hour after a failure", "2026-11-21T08:31", "2026-11-22T08:30", "2026-11-22T09:00", false],
    ["an hour after a failure", "2026-11-21T08:31", "2026-11-22T08:30", "2026-11-22T09:30", true],
    ["after a failure in the future", "2026-11-21T08:31", "2027-11-22T08:30", "2026-11-22T08:31", true],
    ["after a backup in the future", "2027-11-21T08:31", undefined, "2026-11-22T08:31", true],
    // Clocks go from 2 AM to 3 AM.
    ["on the day without 2:30 AM, before", "2026-03-07T08:31", undefined, "2026-03-08T07:59", false],
    ["on the day without 2:30 AM, after", "2026-03-07T08:31", undefined, "2026-03-08T08:00", true],
  ])("is due or not %s", (_, good, failed, now, isDue) => {
    const last = {
      lastGoodStartedAt: good === undefined ? undefined : at(good),
      lastFailedAt: failed === undefined ? undefined : at(failed),
    };
    expect(isBackupDue(last, at(now), schedule)).toBe(isDue);
  });

  test("is overdue after 26 hours, but not before the first attempt", () => {
    const now = at("2026-11-22T12:00");
    expect(isBackupOverdue(at("2026-11-21T10:00"), now)).toBe(false);
    expect(isBackupOverdue(at("2026-11-21T09:59"), now)).toBe(true);
    expect(isBackupOverdue(undefined, now)).toBe(false);
  });
});

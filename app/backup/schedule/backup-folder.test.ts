import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { explainFileProblem, nameBackup } from "#app/backup/file/backup-file.server.ts";
import { checkBackupFolder, deletePartialBackups, pruneBackups } from "./backup-folder.server.ts";
import { chooseExpired } from "./choose-expired.ts";

const timeZone = "America/Chicago";
const dayMs = 86_400_000;
const newest = new Date("2026-11-22T08:30:00Z");
/** One backup a day, the newest first. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(newest.getTime() - index * dayMs));
const daysOf = (times: readonly Date[]) => times.map((at) => at.toISOString().slice(5, 10));

function kept(times: readonly Date[], days: number, weeks: number): string[] {
  const expired = new Set(chooseExpired(times, { days, weeks }, timeZone));
  return daysOf(times.filter((at) => !expired.has(at)));
}

describe("old backups", () => {
  test("the newest of each of the last days and weeks remain", () => {
    // November 22, 2026 is a Sunday, and a week begins on Monday.
    expect(kept(daily(60), 3, 4)).toEqual(["11-22", "11-21", "11-20", "11-15", "11-08", "11-01"]);
  });

  test("of several on one day, all remain for 24 hours, and the newest after that", () => {
    const earlier = new Date(newest.getTime() - 3_600_000);
    const rule = { days: 5, weeks: 5 };
    expect(chooseExpired([earlier, newest], rule, timeZone)).toEqual([]);
    const later = (ms: number) => new Date(newest.getTime() + ms);
    expect(chooseExpired([earlier, newest, later(23 * 3_600_000)], rule, timeZone)).toEqual([]);
    expect(chooseExpired([earlier, newest, later(24 * 3_600_000)], rule, timeZone)).toEqual([earlier]);
  });

  test("a day is one of the firm’s time zone", () => {
    // 11 PM on November 21 and 1 AM on November 22, and a later backup, because all of the last 24 hours remain.
    const times = [new Date("2026-11-22T05:00:00Z"), new Date("2026-11-22T07:00:00Z")];
    const later = new Date("2026-11-24T12:00:00Z");
    expect(chooseExpired([...times, later], { days: 5, weeks: 0 }, timeZone)).toEqual([]);
    expect(chooseExpired([...times, later], { days: 5, weeks: 0 }, "UTC")).toEqual([times[0]]);
  });

  test("remain if no new ones are made, and the newest always remains", () => {
    const old = [new Date("2025-01-05T08:30:00Z"), new Date("2024-01-05T08:30:00Z")];
    expect(chooseExpired(old, { days: 2, weeks: 1 }, timeZone)).toEqual([]);
    expect(chooseExpired([newest], { days: 0, weeks: 0 }, timeZone)).toEqual([]);
  });
});

test("a folder outside the sandbox of the systemd unit is explained", () => {
  // The kernel reports the folder as read-only.
  const error = Object.assign(new Error("read-only file system"), { code: "EROFS" });
  expect(String(explainFileProblem(error, "/backups"))).toMatch(/\/backups .*systemd unit.*ReadWritePaths/);
});

describe("the folder of backups", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "backups-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (name: string) => writeFileSync(join(folder, name), "");

  it("loses expired backups and no other files", async () => {
    for (const at of daily(4)) put(nameBackup(at));
    const others = ["notes.txt", "practice-2020-01-01.sql", `copy of ${nameBackup(newest)}`];
    for (const name of others) put(name);
    expect(await pruneBackups(folder, { days: 2, weeks: 1 }, timeZone)).toMatchObject({ pruned: 2 });
    const remaining = daily(2).map((at) => nameBackup(at));
    expect(readdirSync(folder).toSorted()).toEqual([...others, ...remaining].toSorted());
  });

  it("loses the files of backups that were killed", async () => {
    put(`${nameBackup(newest)}.partial`);
    put("film.partial");
    await deletePartialBackups(folder);
    expect(readdirSync(folder)).toEqual(["film.partial"]);
  });

  it("must exist and be a folder", async () => {
    await expect(checkBackupFolder(join(folder, "missing"))).rejects.toThrow(
      /missing does not exist\. Create or mount it, or choose another one\.$/,
    );
    put("file");
    await expect(checkBackupFolder(join(folder, "file"))).rejects.toThrow("file is not a folder.");
    mkdirSync(join(folder, "good"));
    await expect(checkBackupFolder(join(folder, "good"))).resolves.toBeUndefined();
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nameBackup, verifyBackup } from "#app/backup/file/backup-file.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { practice } from "#content/practice.ts";
import { lowCost } from "#tests/kit/backup-fixtures.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { type BackupJobDeps, makeDueBackup, queueBackupAlert, startBackups } from "./backup-job.server.ts";
import { backupOverdueEmail } from "./backup-overdue.email.server.ts";
import { readBackupHealth } from "./backup-records.server.ts";
import { makeBackup } from "./make-backup.server.ts";

const { db, pool } = testDatabase();
const passphrase = "a passphrase for tests";
let folder = "";
let now = new Date("2026-11-22T18:00:00Z");
const clock = { now: () => now };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  now = new Date("2026-11-22T18:00:00Z");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const deps = (changes: Partial<BackupJobDeps> = {}): BackupJobDeps => ({
  db,
  pool,
  clock,
  folder,
  readPassphrase: () => Promise.resolve(passphrase),
  secrets: ["a secret for tests"],
  release: "Version 0.1.0",
  keep: { days: 2, weeks: 0 },
  time: "02:30",
  timeZone: "America/Chicago",
  cost: lowCost,
  outbox: createOutbox(() => undefined),
  log: silentLog,
  ...changes,
});

const passHours = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
const records = () => db.selectFrom("backups").selectAll().orderBy("id").execute();
const health = () => readBackupHealth(db, { now, isScheduled: true });

describe("a backup", () => {
  it("is a verified file, is recorded, and replaces expired ones and leftovers", async () => {
    for (const day of ["19", "20", "21"]) {
      writeFileSync(join(folder, nameBackup(new Date(`2026-11-${day}T08:30:00Z`))), "");
    }
    writeFileSync(join(folder, `${nameBackup(new Date("2026-11-18T08:30:00Z"))}.partial`), "");
    const result = await makeBackup(deps());
    expect(result).toMatchObject({ kind: "done", pruned: 2 });
    const name = "practice-2026-11-22T18-00-00Z.backup";
    expect(readdirSync(folder).toSorted()).toEqual(["practice-2026-11-21T08-30-00Z.backup", name]);
    const { manifest, sizeBytes } = await verifyBackup(join(folder, name), { passphrase });
    expect(manifest.secrets).toEqual(["a secret for tests"]);
    expect(await records()).toMatchObject([{ fileName: name, sizeBytes, problem: null, startedAt: now }]);
    expect(await health()).toMatchObject({ lastGood: { at: now, sizeBytes }, isOverdue: false });
  });

  it("is good even if an expired file cannot be deleted, and says so", async () => {
    const nameOf = (day: number) => join(folder, nameBackup(new Date(`2026-11-${day}T08:30:00Z`)));
    // A folder cannot be deleted like a file.
    mkdirSync(nameOf(18));
    for (const day of [19, 20, 21]) writeFileSync(nameOf(day), "");
    const result = await makeBackup(deps());
    expect(result).toMatchObject({ kind: "done", pruned: 2 });
    expect(result).toHaveProperty("pruneProblem");
    expect(await records()).toMatchObject([{ problem: null }]);
  });

  it("that fails for an unknown reason is recorded, so that the next attempt is in an hour", async () => {
    const failing = deps({ readPassphrase: () => Promise.reject(new Error("ESTALE: stale file handle")) });
    await expect(makeDueBackup(failing)).rejects.toThrow("ESTALE");
    const [failed] = await records();
    expect(failed).toMatchObject({ fileName: null });
    expect(failed?.problem).toContain("backup.failed");
    await makeDueBackup(failing);
    expect(await records()).toHaveLength(1);
  });

  it("besides the daily ones is not recorded and deletes no other", async () => {
    const older = nameBackup(new Date("2020-11-19T08:30:00Z"));
    writeFileSync(join(folder, older), "");
    expect(await makeBackup(deps({ keep: undefined }))).toMatchObject({ kind: "done", pruned: 0 });
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await records()).toEqual([]);
  });

  it("that fails deletes no other backup, leaves no file, and records the reason", async () => {
    for (const day of ["19", "20", "21"]) {
      writeFileSync(join(folder, nameBackup(new Date(`2026-11-${day}T08:30:00Z`))), "");
    }
    // Another program created the file that the backup would use.
    writeFileSync(join(folder, "practice-2026-11-22T18-00-00Z.backup.partial"), "");
    const ended = new AbortController();
    ended.abort();
    expect(await makeBackup(deps({ signal: ended.signal }))).toEqual({ kind: "skipped" });
    expect(readdirSync(folder)).toHaveLength(3);
    expect(await records()).toEqual([]);

    const missing = join(folder, "missing");
    const problem = `${missing} does not exist. Create or mount it, or choose another one.`;
    expect(await makeBackup(deps({ folder: missing }))).toEqual({ kind: "failed", problem });
    expect(await records()).toMatchObject([{ fileName: null, problem }]);
    expect((await health()).lastProblem).toEqual({ at: now, text: problem });
  });
});

describe("the daily backup", () => {
  it("is made once, by any number of servers, and again on the next day", async () => {
    const run = () => Promise.all([1, 2, 3].map(() => makeDueBackup(deps())));
    await run();
    await run();
    expect(await records()).toHaveLength(1);
    passHours(24);
    await run();
    expect(await records()).toHaveLength(2);
  });

  it("is retried an hour after a failure", async () => {
    const failing = deps({ folder: join(folder, "missing") });
    await makeDueBackup(failing);
    await makeDueBackup(failing);
    passHours(1);
    await makeDueBackup(deps());
    expect((await records()).map(({ problem }) => problem === null)).toEqual([false, true]);
    expect((await health()).lastProblem).toBeUndefined();
  });
});

describe("the alert", () => {
  const listQueued = () => db.selectFrom("letters").select(["kind", "recipient", "once"]).execute();

  it("is queued once a day while the last good backup is older than 26 hours", async () => {
    expect(await queueBackupAlert(deps())).toBe(false);
    await makeBackup(deps());
    passHours(26);
    expect(await queueBackupAlert(deps())).toBe(false);
    passHours(1);
    await makeBackup(deps({ folder: join(folder, "missing") }));
    for (let count = 0; count < 2; count += 1) expect(await queueBackupAlert(deps())).toBe(true);
    const once = "backup-overdue 2026-11-23";
    expect(await listQueued()).toEqual([{ kind: "backup-overdue", recipient: practice.email, once }]);
  });

  it("is queued although a backup hangs, but not while one can still succeed", async () => {
    await makeBackup(deps());
    passHours(27);
    const logged = Promise.withResolvers<string>();
    const hanging = Promise.withResolvers<string>();
    const log = { ...silentLog, error: (event: string) => logged.resolve(event) };
    const started = Promise.withResolvers<void>();
    const readPassphrase = () => {
      started.resolve();
      return hanging.promise;
    };
    const job = startBackups(deps({ readPassphrase, log, intervalMs: 5 }));
    await started.promise;
    await setTimeout(50);
    expect(await listQueued()).toEqual([]);
    passHours(1);
    expect(await logged.promise).toBe("backup.overdue");
    expect(await listQueued()).toHaveLength(1);
    hanging.resolve(passphrase);
    await job.stop();
  });

  it("names the reason, and does not apply anymore after a backup", async () => {
    const email = backupOverdueEmail.connect({ db, clock, siteUrl: "https://www.example.com" });
    await makeBackup(deps({ folder: join(folder, "missing") }));
    expect(await email.compose("")).toBeUndefined();
    passHours(27);
    const text = JSON.stringify(await email.compose(""));
    expect(text).toContain("missing does not exist. Create or mount it");
    expect(text).toContain('["Last backup","None"]');
    await makeBackup(deps());
    expect(await email.compose("")).toBeUndefined();
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { retentionPeriods } from "#app/people/retention/retention.server.ts";
import {
  createPartView,
  describeBackups,
  describeBounces,
  describeDatabase,
  describeEmail,
  describeForms,
  describeProgram,
  describeRetention,
  describeVisits,
} from "./health-view.ts";
import {
  clockProblemTexts,
  clockSection,
  diskSection,
  runbookSections,
  statusTexts,
} from "./health.messages.ts";
import { readPart } from "./read-part.ts";

const now = new Date("2026-11-22T18:00:00Z");
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test("every named section is a heading of the runbook", () => {
  const headings = readFileSync("docs/runbook.md", "utf8").match(/^## .+$/gm) ?? [];
  for (const section of [...Object.values(runbookSections), clockSection, diskSection]) {
    expect(headings).toContain(`## ${section}`);
  }
});

describe("reading a part", () => {
  test("times out", async () => {
    const never = new Promise<number>(() => undefined);
    expect(await readPart(() => never, vi.fn<() => void>(), 10)).toEqual({ ok: false, reason: "slow" });
  });

  test("reports a synchronous or later failure to the log only", async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const fault = new Error("password authentication failed for user practice");
    const failingReads = [
      () => {
        throw fault;
      },
      () => Promise.reject(fault),
    ];
    for (const read of failingReads) {
      const result = await readPart<never>(read, onError);
      expect(result).toEqual({ ok: false, reason: "failed" });
      const view = createPartView("database", result, describeDatabase);
      expect(view).toMatchObject({ isOk: false, facts: [] });
      expect(JSON.stringify(view)).not.toContain("password");
      expect(view.advice).toContain("docs/runbook.md");
    }
    expect(onError.mock.calls).toEqual([[fault], [fault]]);
  });
});

describe("a problem is reported for", () => {
  const healthyDatabase = {
    latencyMs: 0.4,
    version: "18.4",
    sizeBytes: 2 ** 30,
    migrations: { made: 8, newest: "0008_the_desk.sql" },
  };

  test("a database that answers slowly", () => {
    const { problem, facts } = describeDatabase(healthyDatabase);
    expect(problem).toBeUndefined();
    expect(facts).toContainEqual(["Response time", "less than 1 ms"]);
    expect(facts).toContainEqual(["Size", "1,024 MiB"]);
    expect(facts).toContainEqual(["Schema version", "8 (0008_the_desk.sql)"]);
    expect(describeDatabase({ ...healthyDatabase, latencyMs: 900 }).problem).toBe(statusTexts.databaseSlow);
  });

  test.each([
    ["less than 1 GiB", { freeBytes: 2 ** 30 - 1, totalBytes: 2 ** 33 }, statusTexts.diskLow],
    ["less than 5%", { freeBytes: 2 ** 31, totalBytes: 2 ** 36 }, statusTexts.diskLow],
    ["enough", { freeBytes: 2 ** 31, totalBytes: 2 ** 33 }, undefined],
  ])("a disk with %s free", (_, disk, problem) => {
    const status = describeDatabase({ ...healthyDatabase, disk });
    expect([status.problem, status.section]).toEqual([problem, problem && diskSection]);
    expect(status.facts).toContainEqual(["Free disk space", expect.stringMatching(/^[12],\d{3} MiB$/)]);
  });

  test.each([
    [{}, undefined],
    [{ waiting: 3, delayedSince: minutesAgo(14) }, undefined],
    [{ waiting: 3, delayedSince: minutesAgo(16) }, statusTexts.emailStuck],
    // The rate limit explains why messages are waiting.
    [{ unconfirmedThisHour: 300, waiting: 3, waitingSince: minutesAgo(70) }, statusTexts.emailLimited],
    [{ unconfirmedThisHour: 300, waiting: 3, delayedSince: minutesAgo(16) }, statusTexts.emailStuck],
    [{ failed: 1 }, "1 email failed in the last seven days."],
  ])("email: %j", (changes, problem) => {
    const healthy = {
      waiting: 0,
      waitingSince: null,
      delayedSince: null,
      inFlight: 0,
      failed: 0,
      lastSentAt: minutesAgo(5),
      unconfirmedThisHour: 0,
    };
    const status = describeEmail({ ...healthy, ...changes }, { now, sendsEmail: true });
    if (problem === undefined) expect(status.problem).toBeUndefined();
    else expect(status.problem).toContain(problem);
    expect(describeEmail(healthy, { now, sendsEmail: false }).problem).toBe(statusTexts.emailDisabled);
  });

  test.each([
    [{}, undefined],
    [{ quarantinedWithToken: 1_000 }, statusTexts.formsLimited],
    [{ quarantinedWithoutToken: 1_204 }, statusTexts.formsLimited],
    [{ quarantinedHoneypots: 500 }, statusTexts.formsLimited],
  ])("forms: %j", (changes, problem) => {
    const quiet = { quarantinedWithToken: 3, quarantinedWithoutToken: 999, quarantinedHoneypots: 0 };
    const status = describeForms({ ...quiet, ...changes });
    expect(status.problem).toBe(problem);
    expect(status.facts[1]?.[1]).toBe(
      problem !== undefined && "quarantinedWithoutToken" in changes ? "1,000 of 1,000" : "999 of 1,000",
    );
  });

  test.each([
    [{ waiting: 0, lost: { "over the limit of an address": 4_000 } }, undefined],
    [{ waiting: 0, lost: { "database error, code 57P01": 1 } }, statusTexts.visitsLost],
    [{ waiting: 1_500, lost: {} }, statusTexts.visitsWaiting],
  ])("visits: %j", (health, problem) => {
    expect(describeVisits(health).problem).toBe(problem);
  });

  test("visits: a dropped row has a readable reason, or the reason of the log if there is none", () => {
    const lost = { "over the limit of an address": 2, toString: 1 };
    expect(describeVisits({ waiting: 0, lost }).facts).toEqual([
      ["Waiting to be stored", "0"],
      ["Not stored: too many from one network address", "2"],
      ["Not stored: toString", "1"],
    ]);
  });

  const mailbox = { lastReadAt: minutesAgo(1), problem: null, nextReadAt: minutesAgo(0) };
  const reports = { applied: 3, ignored: 2, unreadable: 1, undeliverable: 4 };

  test("returned email: without a mailbox, before the first read and after a read", () => {
    expect(describeBounces(undefined, now)).toEqual({
      problem: undefined,
      ok: statusTexts.bouncesDisabled,
      facts: [],
    });
    const first = describeBounces({ ...mailbox, ...reports, lastReadAt: null }, now);
    expect([first.problem, first.ok]).toEqual([undefined, statusTexts.bouncesFirst]);
    const view = describeBounces({ ...mailbox, ...reports }, now);
    expect([view.problem, view.ok]).toEqual([undefined, statusTexts.bouncesOk]);
    expect(view.facts).toEqual([
      ["Last read", "Nov 22, 2026, 11:59 AM CST"],
      ["Reports about our email", "3"],
      ["Reports without a valid signature", "2"],
      ["Unreadable reports", "1"],
      ["Undeliverable addresses", "4"],
    ]);
  });

  test.each([
    ["that fails", { problem: "Error: The connection was lost", nextReadAt: minutesAgo(-8) }],
    ["that has not been read for more than an hour", { lastReadAt: minutesAgo(61) }],
  ])("a mailbox for returned email %s", (_, changes) => {
    const view = describeBounces({ ...mailbox, ...reports, ...changes }, now);
    expect(view.problem).toBe(statusTexts.bouncesFailing);
    if ("problem" in changes) {
      expect(view.facts).toContainEqual(["Error", changes.problem]);
      expect(view.facts).toContainEqual(["Next attempt", "Nov 22, 2026, 12:08 PM CST"]);
    }
  });

  test("a retention run that fails, but not for the first run in progress", () => {
    const options = { now, retentionPeriods };
    expect(describeRetention({ lastRun: undefined, isFailing: false }, options).problem).toBeUndefined();
    const failing = describeRetention(
      { lastRun: { at: minutesAgo(120), removed: 7 }, isFailing: true },
      options,
    );
    expect(failing.problem).toBe(statusTexts.retentionFailing);
    expect(failing.facts).toContainEqual(["Leads, after the last contact", "6 years"]);
    expect(failing.facts).toContainEqual(["Anonymous visits and events", "13 months"]);
  });

  test.each([
    ["clocks-differ", undefined],
    ["before-build", undefined],
    ["jumped-ahead", minutesAgo(60 * 24 * 500)],
    ["jumped-back", minutesAgo(-60)],
    ["never-checked", undefined],
  ] as const)("implausible clocks: %s", (kind, lastCheckAt) => {
    const clockProblem = {
      kind,
      databaseTime: now,
      serverTime: minutesAgo(7),
      ...(lastCheckAt === undefined ? {} : { lastCheckAt }),
    };
    const health = { lastRun: undefined, isFailing: false, clockProblem };
    const view = createPartView("retention", { ok: true, value: health }, (value) =>
      describeRetention(value, { now, retentionPeriods }),
    );
    expect(view).toMatchObject({ isOk: false, status: statusTexts.clockRefused });
    expect(view.advice).toContain(clockSection);
    expect(view.facts).toContainEqual(["Reason", clockProblemTexts[kind]]);
    expect(view.facts.map(([name]) => name)).toContain("Database clock");
  });

  const lastGood = { at: minutesAgo(90), sizeBytes: 5 * 2 ** 20, rows: 61_222, durationMs: 4_406 };
  const lastProblem = { at: minutesAgo(5), text: "The disk of /backups is full." };
  test.each([
    [{}, undefined, statusTexts.backupsOk],
    [{ lastGood: undefined }, undefined, statusTexts.backupsFirst],
    [{ isScheduled: false, lastProblem }, undefined, statusTexts.backupsDisabled],
    [{ lastProblem }, statusTexts.backupsFailed(lastProblem.text), statusTexts.backupsOk],
    [{ isOverdue: true }, statusTexts.backupsOverdue, statusTexts.backupsOk],
  ])("backups: %j", (changes, problem, ok) => {
    const health = { isScheduled: true, lastGood, lastProblem: undefined, isOverdue: false };
    expect(describeBackups({ ...health, ...changes }, now)).toMatchObject({ problem, ok });
  });

  test("backups: the last good one has its time, size, duration and rows", () => {
    const health = { isScheduled: true, lastGood, lastProblem, isOverdue: false };
    expect(describeBackups(health, now).facts).toEqual([
      ["Last failure", "Nov 22, 2026, 11:55 AM CST"],
      ["Last backup", "Nov 22, 2026, 10:30 AM CST"],
      ["Size", "5 MiB"],
      ["Duration", "4 seconds"],
      ["Rows", "61,222"],
    ]);
  });

  test("a program that uses too much memory", () => {
    const program = { version: "0.1.0", node: "24.21.0", startedAt: minutesAgo(60), memoryBytes: 2 ** 28 };
    expect(describeProgram(program, now)).toMatchObject({ problem: undefined });
    expect(describeProgram({ ...program, memoryBytes: 2 ** 31 }, now).problem).toBe(statusTexts.programLarge);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { keptFor } from "#app/people/retention/retention.server.ts";
import {
  judgeDatabase,
  judgeForms,
  judgeLetters,
  judgeProgram,
  judgeRetention,
  judgeVisits,
  partView,
} from "./health-view.ts";
import { clockProblemTexts, clockSection, runbookSections, verdictTexts } from "./health.messages.ts";
import { settlePart } from "./settle-part.ts";

const now = new Date("2026-11-22T18:00:00Z");
const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);

test("every section that is named stands in the runbook", () => {
  const headings = readFileSync("docs/runbook.md", "utf8").match(/^## .+$/gm) ?? [];
  for (const section of [...Object.values(runbookSections), clockSection]) {
    expect(headings).toContain(`## ${section}`);
  }
});

describe("a part that is asked how it fares", () => {
  test("is not waited for longer than patience lasts", async () => {
    const never = new Promise<number>(() => undefined);
    expect(await settlePart(() => never, vi.fn<() => void>(), 10)).toEqual({ ok: false, reason: "slow" });
  });

  test("may fail at once or later, which is told to the log alone", async () => {
    const onError = vi.fn<(error: unknown) => void>();
    const fault = new Error("password authentication failed for user practice");
    const failing = [
      () => {
        throw fault;
      },
      () => Promise.reject(fault),
    ];
    for (const ask of failing) {
      const settled = await settlePart<never>(ask, onError);
      expect(settled).toEqual({ ok: false, reason: "failed" });
      const view = partView("database", settled, judgeDatabase);
      expect(view).toMatchObject({ isFine: false, facts: [] });
      expect(JSON.stringify(view)).not.toContain("password");
      expect(view.advice).toContain("docs/runbook.md");
    }
    expect(onError.mock.calls).toEqual([[fault], [fault]]);
  });
});

describe("what is to be looked at", () => {
  const healthyDatabase = {
    answersInMs: 0.4,
    version: "18.4",
    sizeBytes: 2 ** 30,
    migrations: { made: 8, newest: "0008_the_desk.sql" },
  };

  test("a database that answers slowly", () => {
    const { trouble, facts } = judgeDatabase(healthyDatabase);
    expect(trouble).toBeUndefined();
    expect(facts).toContainEqual(["Answers in", "less than 1 ms"]);
    expect(facts).toContainEqual(["Size", "1,024 MiB"]);
    expect(facts).toContainEqual(["Version of its tables", "8 (0008_the_desk.sql)"]);
    expect(judgeDatabase({ ...healthyDatabase, answersInMs: 900 }).trouble).toBe(verdictTexts.databaseSlow);
  });

  test.each([
    [{}, undefined],
    [{ waiting: 3, waitingSince: minutesAgo(50) }, undefined],
    [{ waiting: 3, waitingSince: minutesAgo(70) }, verdictTexts.lettersStuck],
    // The rate limit explains why messages are waiting.
    [{ unconfirmedThisHour: 300, waiting: 3, waitingSince: minutesAgo(70) }, verdictTexts.lettersLimited],
    [{ givenUp: 1 }, "1 letter was given up in the last seven days, and somebody waits for it."],
  ])("letters: %j", (changes, trouble) => {
    const fine = {
      waiting: 0,
      waitingSince: null,
      inHand: 0,
      givenUp: 0,
      lastSentAt: minutesAgo(5),
      unconfirmedThisHour: 0,
    };
    const judged = judgeLetters({ ...fine, ...changes }, { now, sendsEmail: true });
    if (trouble === undefined) expect(judged.trouble).toBeUndefined();
    else expect(judged.trouble).toContain(trouble);
    expect(judgeLetters(fine, { now, sendsEmail: false }).trouble).toBe(verdictTexts.lettersKept);
  });

  test.each([
    [{}, undefined],
    [{ quarantinedWithToken: 1_000 }, verdictTexts.formsLimited],
    [{ quarantinedWithoutToken: 1_204 }, verdictTexts.formsLimited],
    [{ quarantinedHoneypots: 500 }, verdictTexts.formsLimited],
  ])("forms: %j", (changes, trouble) => {
    const quiet = { quarantinedWithToken: 3, quarantinedWithoutToken: 999, quarantinedHoneypots: 0 };
    const judged = judgeForms({ ...quiet, ...changes });
    expect(judged.trouble).toBe(trouble);
    expect(judged.facts[1]?.[1]).toBe(
      trouble !== undefined && "quarantinedWithoutToken" in changes ? "1,000 of 1,000" : "999 of 1,000",
    );
  });

  test.each([
    [{ waiting: 0, lost: { "over the limit of an address": 4_000 } }, undefined],
    [{ waiting: 0, lost: { "database error, code 57P01": 1 } }, verdictTexts.visitsLost],
    [{ waiting: 1_500, lost: {} }, verdictTexts.visitsWaiting],
  ])("visits: %j", (health, trouble) => {
    expect(judgeVisits(health).trouble).toBe(trouble);
  });

  test("visits: what was not stored is told in words, and as the log has it where there are none", () => {
    const lost = { "over the limit of an address": 2, toString: 1 };
    expect(judgeVisits({ waiting: 0, lost }).facts).toEqual([
      ["Waiting to be stored", "0"],
      ["Not stored: too many came from one network address", "2"],
      ["Not stored: toString", "1"],
    ]);
  });

  test("a removal that fails, and not one that is still at it", () => {
    const asked = { now, keptFor };
    expect(judgeRetention({ lastRun: undefined, isFailing: false }, asked).trouble).toBeUndefined();
    const failing = judgeRetention({ lastRun: { at: minutesAgo(120), removed: 7 }, isFailing: true }, asked);
    expect(failing.trouble).toBe(verdictTexts.retentionFailing);
    expect(failing.facts).toContainEqual(["Leads, after the last contact", "6 years"]);
    expect(failing.facts).toContainEqual(["Visits of nobody known, with their events", "13 months"]);
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
    const view = partView("retention", { ok: true, value: health }, (value) =>
      judgeRetention(value, { now, keptFor }),
    );
    expect(view).toMatchObject({ isFine: false, verdict: verdictTexts.clockRefused });
    expect(view.advice).toContain(clockSection);
    expect(view.facts).toContainEqual(["Reason", clockProblemTexts[kind]]);
    expect(view.facts.map(([name]) => name)).toContain("Database clock");
  });

  test("a program that has grown too large", () => {
    const program = { version: "0.1.0", node: "24.21.0", startedAt: minutesAgo(60), memoryBytes: 2 ** 28 };
    expect(judgeProgram(program, now)).toMatchObject({ trouble: undefined });
    expect(judgeProgram({ ...program, memoryBytes: 2 ** 31 }, now).trouble).toBe(verdictTexts.programLarge);
  });
});

import type { EmailHealth } from "#app/email/outbox/email-health.server.ts";
import type { QuarantineHealth } from "#app/intake/spam-checks/quarantine-health.server.ts";
import type {
  ClockProblem,
  DatabaseHealth,
  ProgramHealth,
  RetentionHealth,
  VisitsHealth,
} from "#app/platform/health.ts";
import { attemptLimits, maxUnconfirmedMessagesPerHour } from "#app/platform/limits.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import {
  budgetNames,
  clockProblemTexts,
  clockSection,
  healthTexts,
  keptNames,
  lossNames,
  type Part,
  partTitles,
  runbookSections,
  verdictTexts,
} from "./health.messages.ts";
import type { Settled } from "./settle-part.ts";

/** A part of the program as the page shows it. */
export type PartView = {
  part: Part;
  title: string;
  isFine: boolean;
  verdict: string;
  /** Where it stands what to do, for a part that is to be looked at. */
  advice: string | undefined;
  facts: readonly (readonly [name: string, value: string])[];
};

type Judged = {
  trouble: string | undefined;
  fine: string;
  facts: PartView["facts"];
  /** The runbook section for this problem, if there is one. */
  section?: string | undefined;
};

/** A part that answered is judged by its answer; one that did not, by that. */
export function partView<Value>(
  part: Part,
  settled: Settled<Value>,
  judge: (value: Value) => Judged,
): PartView {
  const judged: Judged = settled.ok
    ? judge(settled.value)
    : { trouble: healthTexts[settled.reason], fine: "", facts: [] };
  const { trouble, fine, facts, section = runbookSections[part] } = judged;
  return {
    part,
    title: partTitles[part],
    isFine: trouble === undefined,
    verdict: trouble ?? fine,
    advice: trouble === undefined ? undefined : healthTexts.section(section),
    facts,
  };
}

const slowMs = 250;
const hourMs = 3_600_000;
/** Ten times what the program needs on a quiet day. */
const largeBytes = 1.5 * 2 ** 30;
/** A tenth of what is kept in memory before anything is turned away. */
const manyWaiting = 200;

export function judgeDatabase({ answersInMs, version, sizeBytes, migrations }: DatabaseHealth): Judged {
  return {
    trouble: answersInMs > slowMs ? verdictTexts.databaseSlow : undefined,
    fine: verdictTexts.databaseFine,
    facts: [
      ["Answers in", `${answersInMs < 1 ? "less than 1" : count.format(Math.round(answersInMs))} ms`],
      ["Version", `PostgreSQL ${version}`],
      ["Size", bytes(sizeBytes)],
      [
        healthTexts.tables,
        migrations.newest === undefined
          ? count.format(migrations.made)
          : `${count.format(migrations.made)} (${migrations.newest})`,
      ],
    ],
  };
}

export function judgeLetters(
  { waiting, waitingSince, inHand, givenUp, lastSentAt, unconfirmedThisHour }: EmailHealth,
  { now, sendsEmail }: { now: Date; sendsEmail: boolean },
): Judged {
  const isStuck = waitingSince !== null && now.getTime() - waitingSince.getTime() > hourMs;
  const troubles = [
    sendsEmail ? undefined : verdictTexts.lettersKept,
    // Precedes the next problem because it explains why messages are waiting.
    unconfirmedThisHour < maxUnconfirmedMessagesPerHour ? undefined : verdictTexts.lettersLimited,
    isStuck ? verdictTexts.lettersStuck : undefined,
    givenUp > 0 ? verdictTexts.lettersGivenUp(givenUp) : undefined,
  ];
  return {
    trouble: troubles.find((trouble) => trouble !== undefined),
    fine: verdictTexts.lettersFine,
    facts: [
      ["Waiting", count.format(waiting)],
      ...(waitingSince === null ? [] : [["The oldest since", exactly(waitingSince, now)] as const]),
      ["Under way", count.format(inHand)],
      ["Given up in the last seven days", count.format(givenUp)],
      [
        "To unconfirmed mailboxes this hour",
        `${count.format(Math.min(unconfirmedThisHour, maxUnconfirmedMessagesPerHour))} of ${count.format(maxUnconfirmedMessagesPerHour)}`,
      ],
      ["Last sent", lastSentAt === null ? "None yet" : exactly(lastSentAt, now)],
    ],
  };
}

export function judgeForms(health: QuarantineHealth): Judged {
  const budgets = Object.keys(budgetNames) as (keyof QuarantineHealth)[]; // the table's own keys
  const isReached = budgets.some((budget) => health[budget] >= attemptLimits[budget].most);
  return {
    trouble: isReached ? verdictTexts.formsLimited : undefined,
    fine: verdictTexts.formsFine,
    facts: budgets.map((budget) => {
      const { most } = attemptLimits[budget];
      return [
        budgetNames[budget],
        `${count.format(Math.min(health[budget], most))} of ${count.format(most)}`,
      ] as const;
    }),
  };
}

export function judgeVisits({ waiting, lost }: VisitsHealth): Judged {
  const losses = Object.entries(lost);
  const areOurs = losses.some(([reason]) => ourFault.test(reason));
  const troubles = [
    waiting > manyWaiting ? verdictTexts.visitsWaiting : undefined,
    areOurs ? verdictTexts.visitsLost : undefined,
  ];
  return {
    trouble: troubles.find((trouble) => trouble !== undefined),
    fine: verdictTexts.visitsFine,
    facts: [
      ["Waiting to be stored", count.format(waiting)],
      ...(losses.length === 0 ? [["Not stored", "None"] as const] : []),
      ...losses.map(
        ([reason, times]) => [`Not stored: ${lossInWords(reason)}`, count.format(times)] as const,
      ),
    ],
  };
}

/** Reasons as the log of the server tells them. One that is not known is told as it stands there. */
function lossInWords(reason: string): string {
  return Object.hasOwn(lossNames, reason) ? (lossNames[reason] ?? reason) : reason;
}

/** All other reasons lie with who sent it, and are as they should be. */
const ourFault = /^(?:too many waiting|unavailable|database error)/;

export function judgeRetention(
  { lastRun, isFailing, clockProblem }: RetentionHealth,
  { now, keptFor }: { now: Date; keptFor: Readonly<Record<keyof typeof keptNames, string>> },
): Judged {
  // The keys of the table are what its type says.
  const kept = Object.keys(keptNames) as (keyof typeof keptNames)[];
  return {
    trouble:
      clockProblem === undefined
        ? isFailing
          ? verdictTexts.retentionFailing
          : undefined
        : verdictTexts.clockRefused,
    section: clockProblem === undefined ? undefined : clockSection,
    fine: lastRun === undefined ? verdictTexts.retentionFirst : verdictTexts.retentionFine,
    facts: [
      ...kept.map((name) => [keptNames[name], keptFor[name]] as const),
      ...clockFacts(clockProblem, now),
      ["Last looked for", lastRun === undefined ? "Not yet" : exactly(lastRun.at, now)],
      ...(lastRun === undefined ? [] : [["Rows removed then", count.format(lastRun.removed)] as const]),
    ],
  };
}

function clockFacts(problem: ClockProblem | undefined, now: Date): PartView["facts"] {
  if (problem === undefined) return [];
  const { kind, databaseTime, serverTime, lastCheckAt } = problem;
  return [
    ["Reason", clockProblemTexts[kind]],
    ["Database clock", exactly(databaseTime, now)],
    ["Server clock", exactly(serverTime, now)],
    ...(lastCheckAt === undefined ? [] : [["Last plausible time", exactly(lastCheckAt, now)] as const]),
  ];
}

export function judgeProgram({ version, node, startedAt, memoryBytes }: ProgramHealth, now: Date): Judged {
  return {
    trouble: memoryBytes > largeBytes ? verdictTexts.programLarge : undefined,
    fine: verdictTexts.programFine,
    facts: [
      ["Version", version],
      ["Node", node],
      ["Running since", exactly(startedAt, now)],
      ["Memory", bytes(memoryBytes)],
    ],
  };
}

function exactly(moment: Date, now: Date): string {
  return describeMoment(moment, now, practice.timeZone).exact;
}

const count = new Intl.NumberFormat("en-US");

function bytes(size: number): string {
  return `${count.format(Math.max(1, Math.round(size / 2 ** 20)))} MiB`;
}

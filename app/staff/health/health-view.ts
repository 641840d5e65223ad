import { isEmailLate } from "#app/email/delivery/is-email-late.ts";
import type { EmailHealth } from "#app/email/outbox/email-health.server.ts";
import type { IntegrationHealth } from "#app/integrations/deliveries/integration-health.server.ts";
import type { QuarantineHealth } from "#app/intake/spam-checks/quarantine-health.server.ts";
import {
  type BackupHealth,
  type BounceHealth,
  type ClockProblem,
  type DatabaseHealth,
  isDiskLow,
  type ProgramHealth,
  type RetentionHealth,
  type VisitsHealth,
} from "#app/platform/health.ts";
import { attemptLimits, maxUnconfirmedMessagesPerHour } from "#app/platform/limits.ts";
import { describeMoment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import {
  budgetNames,
  clockProblemTexts,
  clockSection,
  diskSection,
  healthTexts,
  lossNames,
  type Part,
  partTitles,
  retainedNames,
  runbookSections,
  statusTexts,
} from "./health.messages.ts";
import type { PartResult } from "./read-part.ts";

/** A part of the program as the page displays it. */
export type PartView = {
  part: Part;
  title: string;
  isOk: boolean;
  status: string;
  /** Where to find instructions, if there is a problem. */
  advice: string | undefined;
  facts: readonly (readonly [name: string, value: string])[];
};

type PartStatus = {
  problem: string | undefined;
  ok: string;
  facts: PartView["facts"];
  /** The runbook section for this problem, if there is one. */
  section?: string | undefined;
};

export function createPartView<Value>(
  part: Part,
  result: PartResult<Value>,
  describe: (value: Value) => PartStatus,
): PartView {
  const partStatus: PartStatus = result.ok
    ? describe(result.value)
    : { problem: healthTexts[result.reason], ok: "", facts: [] };
  const { problem, ok, facts, section = runbookSections[part] } = partStatus;
  return {
    part,
    title: partTitles[part],
    isOk: problem === undefined,
    status: problem ?? ok,
    advice: problem === undefined ? undefined : healthTexts.advice(section),
    facts,
  };
}

const slowMs = 250;
const hourMs = 3_600_000;
/** Ten times the usual memory of an idle server. */
const largeBytes = 1.5 * 2 ** 30;
/** A tenth of the rows that may wait before new ones are dropped. */
const manyWaiting = 200;

export function describeDatabase(health: DatabaseHealth): PartStatus {
  const { latencyMs, version, sizeBytes, migrations, disk } = health;
  const isFull = disk !== undefined && isDiskLow(disk);
  const slow = latencyMs > slowMs ? statusTexts.databaseSlow : undefined;
  return {
    problem: isFull ? statusTexts.diskLow : slow,
    section: isFull ? diskSection : undefined,
    ok: statusTexts.databaseOk,
    facts: [
      ["Response time", `${latencyMs < 1 ? "less than 1" : count.format(Math.round(latencyMs))} ms`],
      ["Version", `PostgreSQL ${version}`],
      ["Size", bytes(sizeBytes)],
      ...(disk === undefined ? [] : [["Free disk space", bytes(disk.freeBytes)] as const]),
      [
        "Schema version",
        migrations.newest === undefined
          ? count.format(migrations.made)
          : `${count.format(migrations.made)} (${migrations.newest})`,
      ],
    ],
  };
}

export function describeEmail(
  health: EmailHealth,
  { now, sendsEmail }: { now: Date; sendsEmail: boolean },
): PartStatus {
  const { waiting, waitingSince, inFlight, failed, lastSentAt, unconfirmedThisHour } = health;
  const problems = [
    sendsEmail ? undefined : statusTexts.emailDisabled,
    isEmailLate(health, now) ? statusTexts.emailStuck : undefined,
    unconfirmedThisHour < maxUnconfirmedMessagesPerHour ? undefined : statusTexts.emailLimited,
    failed > 0 ? statusTexts.emailFailed(failed) : undefined,
  ];
  return {
    problem: problems.find((problem) => problem !== undefined),
    ok: statusTexts.emailOk,
    facts: [
      ["Waiting", count.format(waiting)],
      ...(waitingSince === null ? [] : [["Oldest since", formatMoment(waitingSince, now)] as const]),
      ["Sending", count.format(inFlight)],
      ["Failed in the last seven days", count.format(failed)],
      [
        "To unconfirmed mailboxes this hour",
        `${count.format(Math.min(unconfirmedThisHour, maxUnconfirmedMessagesPerHour))} of ${count.format(maxUnconfirmedMessagesPerHour)}`,
      ],
      ["Last sent", lastSentAt === null ? "None yet" : formatMoment(lastSentAt, now)],
    ],
  };
}

export function describeBounces(health: BounceHealth | undefined, now: Date): PartStatus {
  if (health === undefined) return { problem: undefined, ok: statusTexts.bouncesDisabled, facts: [] };
  const { lastReadAt, problem, nextReadAt, applied, ignored, unreadable, undeliverable } = health;
  const isStuck = lastReadAt !== null && now.getTime() - lastReadAt.getTime() > hourMs;
  return {
    problem: problem === null && !isStuck ? undefined : statusTexts.bouncesFailing,
    ok: lastReadAt === null ? statusTexts.bouncesFirst : statusTexts.bouncesOk,
    facts: [
      ["Last read", lastReadAt === null ? "Not yet" : formatMoment(lastReadAt, now)],
      ...(problem === null ? [] : [["Error", problem] as const]),
      ...(problem === null || nextReadAt === null
        ? []
        : [["Next attempt", formatMoment(nextReadAt, now)] as const]),
      ["Reports about our email", count.format(applied)],
      ["Reports without a valid signature", count.format(ignored)],
      ["Unreadable reports", count.format(unreadable)],
      ["Undeliverable addresses", count.format(undeliverable)],
    ],
  };
}

export function describeIntegrations(
  { destinations, stopped, waiting, waitingSince, failed, lastDeliveredAt }: IntegrationHealth,
  now: Date,
): PartStatus {
  if (destinations === 0) return { problem: undefined, ok: statusTexts.integrationsNone, facts: [] };
  const isStuck = waitingSince !== null && now.getTime() - waitingSince.getTime() > hourMs;
  const problems = [
    stopped.length > 0 ? statusTexts.integrationsStopped(stopped) : undefined,
    isStuck ? statusTexts.integrationsStuck : undefined,
    failed > 0 ? statusTexts.integrationsFailed(failed) : undefined,
  ];
  return {
    problem: problems.find((problem) => problem !== undefined),
    ok: statusTexts.integrationsOk,
    facts: [
      ["Integrations", count.format(destinations)],
      ["Waiting", count.format(waiting)],
      ...(waitingSince === null ? [] : [["Oldest since", formatMoment(waitingSince, now)] as const]),
      ["Failed in the last seven days", count.format(failed)],
      ["Last delivered", lastDeliveredAt === null ? "None yet" : formatMoment(lastDeliveredAt, now)],
    ],
  };
}

export function describeForms(health: QuarantineHealth): PartStatus {
  const budgets = Object.keys(budgetNames) as (keyof QuarantineHealth)[]; // the table's own keys
  const isReached = budgets.some((budget) => health[budget] >= attemptLimits[budget].most);
  return {
    problem: isReached ? statusTexts.formsLimited : undefined,
    ok: statusTexts.formsOk,
    facts: budgets.map((budget) => {
      const { most } = attemptLimits[budget];
      return [
        budgetNames[budget],
        `${count.format(Math.min(health[budget], most))} of ${count.format(most)}`,
      ] as const;
    }),
  };
}

export function describeVisits({ waiting, lost }: VisitsHealth): PartStatus {
  const losses = Object.entries(lost);
  const hasServerFault = losses.some(([reason]) => serverFault.test(reason));
  const problems = [
    waiting > manyWaiting ? statusTexts.visitsWaiting : undefined,
    hasServerFault ? statusTexts.visitsLost : undefined,
  ];
  return {
    problem: problems.find((problem) => problem !== undefined),
    ok: statusTexts.visitsOk,
    facts: [
      ["Waiting to be stored", count.format(waiting)],
      ...(losses.length === 0 ? [["Not stored", "None"] as const] : []),
      ...losses.map(
        ([reason, times]) => [`Not stored: ${describeLoss(reason)}`, count.format(times)] as const,
      ),
    ],
  };
}

function describeLoss(reason: string): string {
  return Object.hasOwn(lossNames, reason) ? (lossNames[reason] ?? reason) : reason;
}

/** The other reasons lie with the client and are expected. */
const serverFault = /^(?:too many waiting|unavailable|database error)/;

export function describeRetention(
  { lastRun, isFailing, isHeld, clockProblem }: RetentionHealth,
  {
    now,
    retentionPeriods,
  }: { now: Date; retentionPeriods: Readonly<Record<keyof typeof retainedNames, string>> },
): PartStatus {
  const names = Object.keys(retainedNames) as (keyof typeof retainedNames)[]; // the table's own keys
  return {
    problem:
      clockProblem === undefined
        ? isFailing
          ? statusTexts.retentionFailing
          : undefined
        : statusTexts.clockRefused,
    section: clockProblem === undefined ? undefined : clockSection,
    ok: lastRun === undefined ? statusTexts.retentionFirst : statusTexts.retentionOk,
    facts: [
      ...names.map((name) => [retainedNames[name], retentionPeriods[name]] as const),
      ...clockFacts(clockProblem, now),
      ...(isHeld === true ? [["Legal hold", statusTexts.retentionHeld] as const] : []),
      ["Last run", lastRun === undefined ? "Not yet" : formatMoment(lastRun.at, now)],
      ...(lastRun === undefined
        ? []
        : [["Rows deleted in last run", count.format(lastRun.removed)] as const]),
    ],
  };
}

function clockFacts(problem: ClockProblem | undefined, now: Date): PartView["facts"] {
  if (problem === undefined) return [];
  const { kind, databaseTime, serverTime, lastCheckAt } = problem;
  return [
    ["Reason", clockProblemTexts[kind]],
    ["Database clock", formatMoment(databaseTime, now)],
    ["Server clock", formatMoment(serverTime, now)],
    ...(lastCheckAt === undefined ? [] : [["Last plausible time", formatMoment(lastCheckAt, now)] as const]),
  ];
}

export function describeBackups(
  { isScheduled, lastGood, lastProblem, isOverdue }: BackupHealth,
  now: Date,
): PartStatus {
  const problems = [
    isScheduled && lastProblem !== undefined ? statusTexts.backupsFailed(lastProblem.text) : undefined,
    isOverdue ? statusTexts.backupsOverdue : undefined,
  ];
  const ok = lastGood === undefined ? statusTexts.backupsFirst : statusTexts.backupsOk;
  return {
    problem: problems.find((problem) => problem !== undefined),
    ok: isScheduled ? ok : statusTexts.backupsDisabled,
    facts: [
      ...(lastProblem === undefined ? [] : [["Last failure", formatMoment(lastProblem.at, now)] as const]),
      ...(lastGood === undefined
        ? []
        : ([
            ["Last backup", formatMoment(lastGood.at, now)],
            ["Size", bytes(lastGood.sizeBytes)],
            ["Duration", seconds(lastGood.durationMs)],
            ["Rows", count.format(lastGood.rows)],
          ] as const)),
    ],
  };
}

export function describeProgram(
  { version, node, startedAt, memoryBytes }: ProgramHealth,
  now: Date,
): PartStatus {
  return {
    problem: memoryBytes > largeBytes ? statusTexts.programLarge : undefined,
    ok: statusTexts.programOk,
    facts: [
      ["Version", version],
      ["Node", node],
      ["Running since", formatMoment(startedAt, now)],
      ["Memory", bytes(memoryBytes)],
    ],
  };
}

function formatMoment(moment: Date, now: Date): string {
  return describeMoment(moment, now, practice.timeZone).exact;
}

const count = new Intl.NumberFormat("en-US");

function seconds(durationMs: number): string {
  const whole = Math.max(1, Math.round(durationMs / 1_000));
  return whole === 1 ? "1 second" : `${count.format(whole)} seconds`;
}

function bytes(size: number): string {
  return `${count.format(Math.max(1, Math.round(size / 2 ** 20)))} MiB`;
}

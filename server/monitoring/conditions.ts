import { isEmailLate, maxEmailWaitMinutes } from "#app/email/delivery/is-email-late.ts";
import { clockLimits } from "#app/data/maintenance/check-clocks.server.ts";
import { isDiskLow } from "#app/platform/health.ts";
import type { MonitoredState } from "./monitored-state.server.ts";

/** A condition that needs a person. */
type Condition = {
  isActive(state: MonitoredState): boolean;
  /** Whether the condition depends on `MonitoredState.database`, which can be unknown. */
  isFromDatabase: boolean;
  title: string;
  /** What it means, for alerts. Without personal data. */
  text: string;
  /** The heading in docs/runbook.md with instructions. */
  section: string;
};

/** A restart of the database takes some seconds. */
const maxNotReadySeconds = 60;

/** Several attempts, which are 15 seconds apart. */
const maxUnrecordedSeconds = 60;

/** The conditions that alerts report and that the metric `practice_condition_active` shows. */
export const conditions = {
  leads_failing: {
    isActive: ({ recentLeadFailures }) => recentLeadFailures > 0,
    isFromDatabase: false,
    title: "Forms are not stored",
    text: "Forms could not be stored in the last five minutes. Visitors were asked to try again.",
    section: "Health",
  },
  email_late: {
    isActive: ({ database, now }) => database !== undefined && isEmailLate(database.email, now),
    isFromDatabase: true,
    title: "Email is late",
    text: `Email has been waiting for more than ${maxEmailWaitMinutes} minutes.`,
    section: "Email",
  },
  disk_low: {
    isActive: ({ disk }) => disk !== undefined && isDiskLow(disk),
    isFromDatabase: false,
    title: "The disk is almost full",
    text: "The disk of the data folder has less than 1 GiB or 5% free.",
    section: "The disk is full",
  },
  clock_wrong: {
    isActive: ({ database }) => database?.isClockWrong === true,
    isFromDatabase: true,
    title: "A clock is wrong",
    text: `The clocks of the server and the database differ by ${clockLimits.maxDifferenceMinutes} minutes or more, or show a time before this version was built.`,
    section: "A clock is wrong",
  },
  database_not_ready: {
    isActive: ({ notReadySeconds }) => notReadySeconds > maxNotReadySeconds,
    isFromDatabase: false,
    title: "The database is not ready",
    text: "For more than a minute, the database has not answered or has accepted no writes. Forms cannot be stored.",
    section: "Health",
  },
  site_unrecorded: {
    isActive: ({ unrecordedSeconds }) => unrecordedSeconds > maxUnrecordedSeconds,
    isFromDatabase: false,
    title: "The site is not being recorded",
    text: "A server has failed to record the site for more than a minute. What changes meanwhile is missing from the record.",
    section: "The record of the site",
  },
  records_damaged: {
    isActive: ({ database }) =>
      database?.chains.some(({ verified }) => (verified?.problems ?? 0) > 0) === true,
    isFromDatabase: true,
    title: "A record was changed",
    text: "The last verification found a change in the audit log or the record of the site.",
    section: "The record of the site",
  },
  backup_overdue: {
    isActive: ({ database }) => database?.backups.isOverdue === true,
    isFromDatabase: true,
    title: "There is no recent backup",
    text: "The last good backup is more than 26 hours old.",
    section: "Back up and restore",
  },
} as const satisfies Record<string, Condition>;

export type ConditionName = keyof typeof conditions;

export const conditionNames = Object.keys(conditions) as ConditionName[]; // the table's own keys

export function isCondition(name: string): name is ConditionName {
  return Object.hasOwn(conditions, name);
}

export function findActive(state: MonitoredState): ConditionName[] {
  return conditionNames.filter((name) => conditions[name].isActive(state));
}

/** The conditions that cannot be determined, because their part of the state is unknown. They neither begin nor end meanwhile. */
export function findUnknown({ database }: MonitoredState): ConditionName[] {
  return database === undefined ? conditionNames.filter((name) => conditions[name].isFromDatabase) : [];
}

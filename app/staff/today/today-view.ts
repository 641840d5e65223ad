import { shortDate } from "#app/platform/calendar/long-date.ts";
import { highestScore, type Level, levels } from "#app/assessments/questions/score.ts";
import type { Queue, QueuedPerson } from "#app/people/queue/load-queue.server.ts";
import { describeShare } from "#app/people/queue/describe-share.ts";
import { type QueueGroup, queueGroups } from "#app/people/queue/queue-groups.ts";
import type { ServiceLevels } from "#app/people/queue/service-levels.server.ts";
import type { DueTask } from "#app/compliance/tasks/list-tasks.server.ts";
import { describeUndeliverable } from "#app/email/bounces/undeliverable.messages.ts";
import { dayIn, daysBetween } from "#app/platform/calendar/day-in.ts";
import { hourNumberIn, monthDayIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import type { countWaitingChanges } from "#app/publishing/changes/change-store.server.ts";
import { callAddress } from "#app/staff/paths/contact-links.ts";
import { personPath } from "#app/staff/paths/person-path.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { todayTexts } from "./today.messages.ts";

/** A person in the queue, as the page displays it. */
export type QueueRow = {
  id: string;
  path: string;
  name: string;
  company: string;
  /** Empty if email can be delivered. */
  undeliverable: string;
  score: { text: string; level: Level } | undefined;
  event: string;
  channel: string;
  campaign: string;
  age: Moment;
  owner: string;
  nextStep: string;
  /** Calls the person; undefined without consent to calls. */
  callHref: string | undefined;
  /** Why the person cannot be called; empty if the person can. */
  callProblem: string;
  /** “Fri, Nov 20, 3 days late”; empty without a date. */
  due: string;
  isLate: boolean;
};

export type QueueGroupView = {
  group: QueueGroup;
  heading: string;
  total: number;
  rows: QueueRow[];
  /** The number of people who come after the rows. */
  rest: number;
};

/**
 * The groups with people.
 * @param names of colleagues by account id
 * @param skipped the number of people on the pages before
 */
export function viewQueue(
  queue: Queue,
  now: Date,
  names: ReadonlyMap<string, string>,
  skipped = 0,
): QueueGroupView[] {
  return queueGroups
    .filter((group) => queue[group].total > 0)
    .map((group) => ({
      group,
      heading: todayTexts.groups[group],
      total: queue[group].total,
      rows: queue[group].people.map((person) => viewPerson(person, now, names)),
      rest: Math.max(0, queue[group].total - skipped - queue[group].people.length),
    }));
}

const { timeZone } = practice;

function viewPerson(person: QueuedPerson, now: Date, names: ReadonlyMap<string, string>): QueueRow {
  const { id, formId, formAt, name, company, channel, campaign, ownerId, nextStep, nextStepOn } = person;
  const today = dayIn(timeZone, now);
  return {
    id,
    path: personPath(formId),
    name,
    company: company ?? todayTexts.companyUnknown,
    undeliverable: person.undeliverableSince === null ? "" : describeUndeliverable(person.undeliverableSince),
    score: viewScore(person),
    event: describeEvent(person, now),
    channel: channel ?? todayTexts.notRecorded,
    campaign: channel === null ? "" : (campaign ?? todayTexts.noCampaign),
    age: describeMoment(formAt, now, timeZone),
    owner: describeOwner(ownerId, names),
    nextStep: nextStep ?? todayTexts.noNextStep,
    ...viewCall(person),
    due: nextStepOn === null ? "" : describeDueDay(nextStepOn, today),
    isLate: nextStepOn !== null && nextStepOn < today,
  };
}

function viewCall({ phone, callConsent }: QueuedPerson): Pick<QueueRow, "callHref" | "callProblem"> {
  return phone === null
    ? { callHref: undefined, callProblem: todayTexts.callProblems[callConsent] }
    : { callHref: callAddress(phone), callProblem: "" };
}

function describeOwner(ownerId: string | null, names: ReadonlyMap<string, string>): string {
  return ownerId === null ? todayTexts.noOwner : (names.get(ownerId) ?? todayTexts.formerOwner);
}

function viewScore({ score, level }: QueuedPerson): QueueRow["score"] {
  const known = levels.find((each) => each.level === level)?.level;
  return score === null || known === undefined
    ? undefined
    : { text: `${score}/${highestScore}`, level: known };
}

function describeEvent({ eventAt, eventState, attended }: QueuedPerson, now: Date): string {
  if (eventAt === null) return todayTexts.noEvent;
  const sameYear = dayIn(timeZone, eventAt).slice(0, 4) === dayIn(timeZone, now).slice(0, 4);
  const day = sameYear ? monthDayIn(timeZone, eventAt) : shortDayIn(timeZone, eventAt);
  if (attended !== null) return `${day}, ${attended ? "attended" : "no-show"}`;
  if (eventState === "waiting") return `${day}, waiting list`;
  return eventState === "cancelled" ? `${day}, canceled` : day;
}

const dueFormat = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/**
 * What approvers, and the authors of returned changes, have to do about changes of the website.
 * @param changes.toAuthor the drafts that were returned to the person who looks at the page
 */
export function describeChanges({
  submitted,
  failed,
  returned,
  toAuthor,
}: Awaited<ReturnType<typeof countWaitingChanges>> & { toAuthor: number }): string[] {
  return [
    ...(toAuthor === 0 ? [] : [todayTexts.returnedToAuthor(toAuthor)]),
    ...(submitted === 0 ? [] : [todayTexts.submittedChanges(submitted)]),
    ...(failed === 0 ? [] : [todayTexts.failedChanges(failed)]),
    ...(returned === 0 ? [] : [todayTexts.returnedChanges(returned)]),
  ];
}

/** @example describeDueDay("2026-11-20", "2026-11-23") // "Fri, Nov 20, 3 days late" */
export function describeDueDay(day: string, today: string): string {
  const late = daysBetween(day, today);
  if (late === 0) return "Today";
  const date = dueFormat.format(new Date(`${day}T00:00:00Z`));
  if (late < 0) return date;
  return `${date}, ${late === 1 ? "1 day" : `${late} days`} late`;
}

/**
 * Whether calls are allowed where the firm is (47 CFR 64.1200(c)(1), as of 2026). The rule concerns the time zone of the person, which is
 * not known.
 */
export function isCallingHour(now: Date): boolean {
  const hour = hourNumberIn(timeZone, now);
  return hour >= 8 && hour < 21;
}

/** A task of owners. @property due empty without a legal deadline */
export type TaskView = { label: string; due: string; isLate: boolean; path: string };

export function viewTasks(tasks: readonly DueTask[]): TaskView[] {
  return tasks.map(({ label, dueOn, isLate, path }) => {
    if (dueOn === null) return { label, isLate, path, due: "" };
    const day = shortDate(dueOn);
    return { label, isLate, path, due: isLate ? todayTexts.wasDue(day) : todayTexts.due(day) };
  });
}

/** A response target and how often it was met, as the page displays it. */
export type ResponseTargetView = { term: string; share: string; oldestOpen: Moment | undefined };

export function viewServiceLevels({ answers, eventEmails }: ServiceLevels, now: Date): ResponseTargetView[] {
  return [
    { term: todayTexts.answers, ...viewKept(answers, now) },
    { term: todayTexts.eventEmails, ...viewKept(eventEmails, now) },
  ];
}

function viewKept(
  { kept, broken, oldestOpen }: ServiceLevels["answers"],
  now: Date,
): Omit<ResponseTargetView, "term"> {
  return {
    share: describeShare({ kept, broken }) ?? todayTexts.noCases,
    oldestOpen: oldestOpen === null ? undefined : describeMoment(oldestOpen, now, timeZone),
  };
}

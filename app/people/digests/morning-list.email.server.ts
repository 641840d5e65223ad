import type { Kysely } from "kysely";
import { highestScore } from "#app/assessments/questions/score.ts";
import { countOpenClaims, type OpenClaims } from "#app/compliance/claims/claim-status.server.ts";
import { type DueTask, listComplianceTasks } from "#app/compliance/tasks/list-tasks.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import type { EmailBlock } from "#app/email/definition/email-content.ts";
import { sampleId, sampleTime } from "#app/email/definition/sample-person.ts";
import { pages } from "#app/pages/registry.ts";
import { linkPerson } from "#app/people/alerts/lead-facts.server.ts";
import { loadQueue, type Queue, type QueuedPerson } from "#app/people/queue/load-queue.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { countWaitingChanges } from "#app/publishing/changes/change-store.server.ts";
import { monthDayIn, weekdayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { findMember } from "./find-member.server.ts";

const { timeZone } = practice;

/** The number of people or tasks of each group in the email. Today shows the others. */
const maxListed = 5;

type DueGroup = Pick<Queue, "overdue" | "today">;

/**
 * The people that a member should follow up on today. It names no lead, because emails to staff stay stored when a person is erased: each
 * line is a link to a person.
 */
export const morningListEmail = defineEmail({
  kind: "morning-list",
  async load({ db, clock }: { db: Kysely<Database>; clock: Clock }, id) {
    const member = await findMember(db, id, "morning-list");
    if (member === undefined) return undefined;
    const now = clock.now();
    const { overdue, today } = await loadQueue(db, { now, ownerId: member.userId });
    const claims = member.decidesClaims ? await countOpenClaims(db) : noClaims;
    const tasks = member.decidesClaims ? await listComplianceTasks(db, now, { withIncidents: true }) : [];
    const changes = member.decidesClaims ? (await countWaitingChanges(db)).submitted : 0;
    const count = overdue.total + today.total + claims.undecided + claims.expired + tasks.length + changes;
    return count === 0 ? undefined : { now, overdue, today, claims, tasks, changes };
  },
  render({ now, overdue, today, claims, tasks, changes }, { siteUrl }) {
    const heading = countDue({ overdue, today, claims, tasks, changes });
    return {
      subject: `${weekdayIn(timeZone, now)}: ${heading}`,
      preview: "The people on your list for today.",
      heading,
      blocks: [
        ...(overdue.total + today.total === 0
          ? []
          : ["These people are on your list or have no owner yet. Each line opens the page of one person."]),
        ...describeGroup("Overdue:", overdue, siteUrl),
        ...describeGroup("Due today:", today, siteUrl),
        ...describeChanges(changes, siteUrl),
        ...describeClaims(claims, siteUrl),
        ...describeTasks(tasks, siteUrl),
        { button: { label: "Open Today", url: `${siteUrl}${pages.today.path}?show=mine` } },
      ],
    };
  },
  samples: [
    {
      input: {
        now: sampleTime,
        overdue: {
          total: 7,
          people: [
            samplePerson({ score: 16, nextStepOn: "2030-01-11" }),
            samplePerson({ score: null, nextStepOn: null }),
          ],
        },
        today: { total: 1, people: [samplePerson({ score: 12, nextStepOn: "2030-01-14" })] },
        claims: { undecided: 4, expired: 1 },
        tasks: [
          {
            label: "File Form CRS of Jan 2, 2030 in IARD",
            dueOn: "2030-01-28",
            isLate: false,
            rule: "17 CFR 275.204-1",
            path: pages.records.path,
          },
        ],
        changes: 2,
      },
    },
  ],
});

/** “2 overdue, 1 due today”; without people “1 change to approve”, “1 claim expired, 4 undecided”, or “2 compliance tasks” */
function countDue({
  overdue,
  today,
  claims,
  tasks,
  changes,
}: DueGroup & { claims: ClaimCounts; tasks: readonly unknown[]; changes: number }): string {
  if (overdue.total + today.total === 0) {
    const count = tasks.length === 1 ? "1 compliance task" : `${tasks.length} compliance tasks`;
    return countChanges(changes) || countClaims(claims) || count;
  }
  return [
    ...(overdue.total === 0 ? [] : [`${overdue.total} overdue`]),
    ...(today.total === 0 ? [] : [`${today.total} due today`]),
  ].join(", ");
}

/** “2 changes to approve”; empty without any */
function countChanges(changes: number): string {
  if (changes === 0) return "";
  return changes === 1 ? "1 change to approve" : `${changes} changes to approve`;
}

/** The changes of the website that wait for an owner. */
function describeChanges(changes: number, siteUrl: string): EmailBlock[] {
  if (changes === 0) return [];
  const url = `${siteUrl}${pages.content.path}`;
  return [{ link: { before: "Website: ", label: countChanges(changes), url, after: "." } }];
}

type ClaimCounts = Pick<OpenClaims, "undecided" | "expired">;

const noClaims: ClaimCounts = { undecided: 0, expired: 0 };

/** “1 claim expired, 4 undecided” */
function countClaims({ expired, undecided }: ClaimCounts): string {
  const counts = [
    { count: expired, status: "expired" },
    { count: undecided, status: "undecided" },
  ].filter(({ count }) => count > 0);
  return counts
    .map(({ count, status }, index) => {
      const noun = index > 0 ? "" : count === 1 ? " claim" : " claims";
      return `${count.toLocaleString("en-US")}${noun} ${status}`;
    })
    .join(", ");
}

/** The claims on the site that need evidence, for members who may decide about them. */
function describeClaims(claims: ClaimCounts, siteUrl: string): EmailBlock[] {
  if (claims.expired + claims.undecided === 0) return [];
  const status = claims.expired > 0 ? "expired" : "undecided";
  return [
    {
      link: {
        before: "Evidence for the site: ",
        label: countClaims(claims),
        url: `${siteUrl}${pages.claims.path}?status=${status}`,
        after: ".",
      },
    },
  ];
}

/** Open complaints and the tasks with a legal deadline, for owners. */
function describeTasks(
  tasks: readonly Pick<DueTask, "label" | "dueOn" | "isLate" | "path">[],
  siteUrl: string,
): EmailBlock[] {
  const shown = tasks.slice(0, maxListed).map(({ label, dueOn, isLate, path }) => ({
    link: {
      before: "Compliance: ",
      label,
      url: `${siteUrl}${path}`,
      after: dueOn === null ? "." : `, ${isLate ? "was due" : "due"} ${monthDayIn("UTC", new Date(dueOn))}.`,
    },
  }));
  return [...shown, ...countRest(tasks.length - shown.length)];
}

type Listed = Pick<QueuedPerson, "formId" | "form" | "formAt" | "score" | "nextStepOn">;

function describeGroup(
  label: string,
  { total, people }: { total: number; people: readonly Listed[] },
  siteUrl: string,
): EmailBlock[] {
  if (total === 0) return [];
  const shown = people.slice(0, maxListed);
  return [
    label,
    ...shown.map((person) => ({
      link: {
        before: "",
        label: describePerson(person),
        url: linkPerson(siteUrl, person.formId),
        after: `: ${describeDue(person)}`,
      },
    })),
    ...countRest(total - shown.length),
  ];
}

/** “And 2 more.”, if a group has more than the email shows */
function countRest(left: number): EmailBlock[] {
  return left === 0 ? [] : [`And ${left.toLocaleString("en-US")} more.`];
}

function describePerson({ form, score }: Listed): string {
  if (score !== null) return `Assessment, ${score} of ${highestScore}`;
  return form === "staff" ? "Added by staff" : "Event sign-up";
}

function describeDue({ formAt, nextStepOn }: Listed): string {
  return nextStepOn === null
    ? `no answer to the form of ${monthDayIn(timeZone, formAt)}`
    : `next step due ${monthDayIn("UTC", new Date(nextStepOn))}`;
}

function samplePerson(shown: Pick<Listed, "score" | "nextStepOn">): QueuedPerson {
  return {
    ...shown,
    id: sampleId,
    group: "overdue",
    formId: sampleId,
    form: "event-signup",
    formAt: new Date("2030-01-09T16:00:00Z"),
    name: "",
    company: null,
    status: "new",
    level: null,
    ownerId: null,
    nextStep: null,
    phone: null,
    callConsent: "no",
    channel: null,
    campaign: null,
    eventAt: null,
    eventState: null,
    attended: null,
    undeliverableSince: null,
  };
}

import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Outcome } from "#app/data/schema/people.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleTime } from "#app/email/definition/sample-person.ts";
import { pages } from "#app/pages/registry.ts";
import { outcomeNames } from "#app/people/follow-up/follow-up.messages.ts";
import { storedOutcome } from "#app/people/follow-up/person-record.server.ts";
import { describeShare } from "#app/people/queue/describe-share.ts";
import { countQueue } from "#app/people/queue/load-queue.server.ts";
import { firmDay, startOfDay } from "#app/people/queue/queue-days.ts";
import { measureServiceLevels, type ServiceLevels } from "#app/people/queue/service-levels.server.ts";
import { addDays, mondayOf } from "#app/platform/calendar/day-in.ts";
import { monthDayIn, momentIn } from "#app/platform/calendar/zoned-time.ts";
import type { Clock } from "#app/platform/clock.ts";
import { practice } from "#content/practice.ts";
import { findMember } from "./find-member.server.ts";

const { timeZone } = practice;

/** What happened in the last week, from Monday to Sunday, and what is open now. */
type Week = {
  from: Date;
  newPeople: number;
  outcomes: readonly { outcome: Outcome; count: number }[];
  overdue: number;
  dueToday: number;
  responseTargets: ServiceLevels;
};

/** The week in numbers. It names no lead. */
export const mondayDigestEmail = defineEmail({
  kind: "monday-digest",
  async load({ db, clock }: { db: Kysely<Database>; clock: Clock }, id) {
    const member = await findMember(db, id, "monday-digest");
    return member === undefined ? undefined : loadWeek(db, clock.now());
  },
  render({ from, newPeople, outcomes, overdue, dueToday, responseTargets }, { siteUrl }) {
    const monday = monthDayIn(timeZone, from);
    const heading = `The week of ${monday}`;
    return {
      subject: `${heading}: ${newPeople === 1 ? "1 new person" : `${newPeople.toLocaleString("en-US")} new people`}`,
      preview: "New people, outcomes and response targets met.",
      heading,
      blocks: [
        {
          facts: [
            ["New people", newPeople.toLocaleString("en-US")],
            ["Outcomes recorded", describeOutcomes(outcomes)],
            ["Overdue now", overdue.toLocaleString("en-US")],
            ["Due today", dueToday.toLocaleString("en-US")],
          ],
        },
        "Response targets met in the last 30 days:",
        {
          facts: [
            ["Replied within one business day", describeResponseTarget(responseTargets.answers)],
            ["Event link sent within 24 hours", describeResponseTarget(responseTargets.eventEmails)],
          ],
        },
        { button: { label: "Open Today", url: siteUrl + pages.today.path } },
      ],
    };
  },
  samples: [
    {
      input: {
        from: sampleTime,
        newPeople: 14,
        outcomes: [
          { outcome: "reached", count: 6 },
          { outcome: "booked", count: 2 },
        ],
        overdue: 3,
        dueToday: 2,
        responseTargets: {
          answers: { kept: 18, broken: 2, oldestOpen: sampleTime },
          eventEmails: { kept: 9, broken: 0, oldestOpen: null },
        },
      },
    },
  ],
});

/** @returns undefined if nothing happened and nothing is due */
export async function loadWeek(db: Kysely<Database>, now: Date): Promise<Week | undefined> {
  const monday = mondayOf(firmDay(now));
  const from = startOfDay(addDays(monday, -7));
  const until = startOfDay(monday);
  const { rows: outcomes } = await sql<{ outcome: Outcome; count: number }>`
    select outcome, count(*)::int as count from (
      select ${storedOutcome} as outcome from person_notes where at >= ${from} and at < ${until}
    ) as note
    where outcome is not null group by outcome order by count desc, outcome`.execute(db);
  const { rows } = await sql<{ newPeople: number }>`
    select count(*)::int as new_people from people
    where created_at >= ${from} and created_at < ${until} and traffic_class is distinct from 'machine'`.execute(
    db,
  );
  const newPeople = rows[0]?.newPeople ?? 0;
  const { overdue, today: dueToday } = await countQueue(db, { now });
  const responseTargets = await measureServiceLevels(db, now);
  const isEmpty = newPeople + outcomes.length + overdue + dueToday === 0;
  return isEmpty ? undefined : { from, newPeople, outcomes, overdue, dueToday, responseTargets };
}

function describeOutcomes(outcomes: Week["outcomes"]): string {
  if (outcomes.length === 0) return "None";
  return outcomes.map(({ outcome, count }) => `${count} ${outcomeNames[outcome].toLowerCase()}`).join(", ");
}

function describeResponseTarget({ kept, broken, oldestOpen }: ServiceLevels["answers"]): string {
  const share = describeShare({ kept, broken }) ?? "None yet";
  return oldestOpen === null ? share : `${share}. Oldest open: ${momentIn(timeZone, oldestOpen)}`;
}

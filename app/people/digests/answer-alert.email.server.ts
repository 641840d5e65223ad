import { type Kysely, sql } from "kysely";
import { highestScore } from "#app/assessments/questions/score.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleId, samplePerson, sampleTime } from "#app/email/definition/sample-person.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { pages } from "#app/pages/registry.ts";
import {
  describeLead,
  findLeadFacts,
  type LeadFacts,
  linkToPerson,
  sampleLeadFacts,
} from "#app/people/alerts/lead-facts.server.ts";
import { leads } from "#app/people/queue/leads.server.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { countAnswersDue } from "./answers-due.server.ts";

type OpenPerson = { name: string; email: string; score: number | null; createdAt: Date };

/** One person, or the number of people if there are many. */
type DueAnswers =
  | ({ kind: "person"; id: string; lead: LeadFacts } & OpenPerson)
  | { kind: "people"; count: number };

/**
 * Reminds a staff member that the first reply to a person is due by the end of the day. `about` is the form of that person, or the
 * preferences row of the staff member if the alert covers several people. Such an alert names no one.
 */
export const answerAlertEmail = defineEmail({
  kind: "answer-alert",
  async load({ db, clock }: { db: Kysely<Database>; clock: Clock }, id): Promise<DueAnswers | undefined> {
    const email = await findAddress(db, id);
    if (email === undefined) {
      const count = await countAnswersDue(db, id, clock.now());
      return count === undefined ? undefined : { kind: "people", count };
    }
    const person = await findUnanswered(db, email);
    return person && { kind: "person", id, ...person, lead: await findLeadFacts(db, person.email) };
  },
  render: (due, { siteUrl }) =>
    due.kind === "person" ? renderPerson(due, siteUrl) : renderPeople(due.count, siteUrl),
  samples: [
    {
      when: "of one person",
      input: {
        kind: "person",
        id: sampleId,
        name: samplePerson.name,
        email: samplePerson.email,
        score: 13,
        createdAt: sampleTime,
        lead: sampleLeadFacts,
      },
    },
    { when: "of many people", input: { kind: "people", count: 42 } },
  ],
});

function renderPerson(
  { id, name, email, score, createdAt, lead }: Extract<DueAnswers, { kind: "person" }>,
  siteUrl: string,
): EmailContent {
  return {
    subject: "A reply is due by the end of today",
    preview: "A new lead has had no reply yet.",
    heading: "Reply due today",
    blocks: [
      `${name} submitted a form on ${momentIn(practice.timeZone, createdAt)}, and no one has replied yet. Our target is a reply within one business day.`,
      {
        facts: [
          ["Email", email],
          ["Assessment", score === null ? "None" : `${score} of ${highestScore}`],
          ...describeLead(lead, null),
        ],
      },
      linkToPerson(siteUrl, id),
    ],
    replyTo: { name, address: email },
  };
}

function renderPeople(count: number, siteUrl: string): EmailContent {
  const people = count === 1 ? "1 reply is" : `${count.toLocaleString("en-US")} replies are`;
  return {
    subject: `${people} due by the end of today`,
    preview: "New leads have had no reply yet.",
    heading: "Replies due today",
    blocks: [
      `${people} due by the end of today. We send separate alerts only for the most urgent people. The Today page lists everyone.`,
      { button: { label: "Open Today", url: `${siteUrl}${pages.today.path}?show=mine` } },
    ],
  };
}

/** @returns undefined if staff have recorded an answer or closed the record */
async function findUnanswered(db: Kysely<Database>, email: string): Promise<OpenPerson | undefined> {
  const { rows } = await sql<OpenPerson>`
    select person.name, person.email, score, lead_at as created_at
    from person_addresses as address join ${leads} as person on person.id = address.person_id
    where address.email = ${email} and person.status = 'new' and contacted_at is null`.execute(db);
  return rows[0];
}

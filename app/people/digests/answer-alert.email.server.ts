import { type Kysely, sql } from "kysely";
import { highestScore } from "#app/assessments/questions/score.ts";
import type { Database } from "#app/data/schema/database.ts";
import { defineEmail } from "#app/email/definition/define-email.server.ts";
import { sampleId, samplePerson, sampleTime } from "#app/email/definition/sample-person.ts";
import {
  describeLead,
  findLeadFacts,
  linkToPerson,
  sampleLeadFacts,
} from "#app/people/alerts/lead-facts.server.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

type OpenPerson = { name: string; email: string; score: number | null; createdAt: Date };

/** Reminds a member that the first answer to a person is due at the end of the day. */
export const answerAlertEmail = defineEmail({
  kind: "answer-alert",
  async load({ db }: { db: Kysely<Database> }, id) {
    const email = await findAddress(db, id);
    const person = email === undefined ? undefined : await findUnanswered(db, email);
    return person && { id, ...person, lead: await findLeadFacts(db, person.email) };
  },
  render: ({ id, name, email, score, createdAt, lead }, { siteUrl }) => ({
    subject: "An answer is due by the end of today",
    preview: "A new person has had no answer yet.",
    heading: "Answer due today",
    blocks: [
      `${name} sent a form on ${momentIn(practice.timeZone, createdAt)} and has had no answer yet. Our target is an answer within one business day.`,
      {
        facts: [
          ["Email", email],
          ["Assessment", score === null ? "None" : `${score} of ${highestScore}`],
          ...describeLead(lead),
        ],
      },
      linkToPerson(siteUrl, id),
    ],
    replyTo: { name, address: email },
  }),
  samples: [
    {
      input: {
        id: sampleId,
        name: samplePerson.name,
        email: samplePerson.email,
        score: 13,
        createdAt: sampleTime,
        lead: sampleLeadFacts,
      },
    },
  ],
});

/** @returns undefined if staff have recorded an answer or closed the record */
async function findUnanswered(db: Kysely<Database>, email: string): Promise<OpenPerson | undefined> {
  const { rows } = await sql<OpenPerson>`
    select person.name, person.email, score, created_at
    from person_addresses as address join people as person on person.id = address.person_id
    where address.email = ${email} and person.status = 'new' and contacted_at is null`.execute(db);
  return rows[0];
}

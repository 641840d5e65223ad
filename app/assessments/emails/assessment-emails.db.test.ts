import { expect, test } from "vitest";
import { submitAssessment } from "#app/assessments/submission/submit-assessment.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { assessmentResultEmail } from "./assessment-result.email.server.ts";

const { db } = testDatabase();
const deps = { db, siteUrl: "https://www.example.com" };
const outbox = createOutbox(() => undefined);

async function submit(name: string, at = new Date("2026-11-21T12:00:00Z")) {
  const unconfirmed = {
    addressKey: "address",
    mailboxKey: "mailbox",
    senderKey: "address",
    hasFormToken: true,
  };
  const outcome = await submitAssessment(
    { db, outbox, clock: { now: () => at } },
    { input: anAssessment({ name }), submission: aSubmission({ at, unconfirmed }) },
  );
  if (!outcome.ok) throw new Error("It was treated as a duplicate.");
  return outcome;
}

const listResultEmails = () =>
  db
    .selectFrom("letters")
    .select(["about", "recipient"])
    .where("kind", "=", "assessment-result")
    .where("state", "<>", "suppressed")
    .execute();

test("the email with the result masks the key of its private URL, and is not sent after the row is deleted", async () => {
  const { id, resultKey } = await submit("Ada");
  const { compose } = assessmentResultEmail.connect(deps);
  const content = await compose(id);
  expect(content?.secrets).toEqual([resultKey]);
  expect(JSON.stringify(content)).toContain(
    `https://www.example.com/pre-loi-assessment/result/${resultKey}"`,
  );
  await db.deleteFrom("preLoiAssessments").execute();
  expect(await compose(id)).toBeUndefined();
});

test("repeated submissions send one result, and one network address causes two results a day for a mailbox", async () => {
  const first = await submit("One");
  await submit("One");
  expect(await listResultEmails()).toEqual([{ about: first.id, recipient: anAssessment().email }]);
  for (const name of ["Two", "Three", "Four", "Five"]) await submit(name);
  expect(await listResultEmails()).toHaveLength(2);
  await submit("Six", new Date("2026-11-22T12:00:00Z"));
  expect(await listResultEmails()).toHaveLength(3);
});

import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { saveFollowUp } from "#app/people/follow-up/save-follow-up.server.ts";
import { auditDeps } from "./audit-deps.ts";
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Touch } from "#app/data/schema/visitors.ts";
import { submitAssessment } from "#app/assessments/submission/submit-assessment.server.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { quarantineSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import type { Sender } from "#app/tracking/attribution/request-source.server.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { createCollector } from "#app/tracking/collector/collector.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { startMailWorker } from "#app/email/delivery/mail-worker.server.ts";
import type { MailTransport } from "#app/email/delivery/mail-transport.ts";
import type { Log } from "#app/platform/log.server.ts";
import { createLeadEmails } from "#server/emails.ts";
import { anAssessment } from "./an-assessment.ts";
import { aSender } from "./a-submission.ts";
import { testBounceKeys } from "./mail-worker.ts";
import { until } from "./running-server.ts";
import { readStoredEvents } from "#tests/kit/an-event.ts";

/** The time of all stored data. */
export const personTime = new Date("2026-11-21T12:00:00Z");
const clock = { now: () => personTime };
const { limitKey } = createSpamCheckKeys(
  createKeyRing(["a secret for tests, longer than thirty-two characters"]),
);
const outbox = createOutbox(() => undefined);

/** A person whose every value is unique. */
export type TestPerson = {
  email: string;
  name: string;
  phone: string;
  words: string;
  /** Contained in every campaign, click ID and referrer of the person's visits. */
  mark: string;
  sender: Sender;
};

/** @param mark an invented word from which all values of the person are derived */
export function aPerson(mark: string, sender: Partial<Sender> = {}): TestPerson {
  return {
    email: `${mark}@example.org`,
    name: `Avery ${mark}`,
    phone: `555 ${mark}`,
    words: `How does ${mark} affect QSBS?`,
    mark,
    sender: aSender({
      ipAddress: `address of ${mark}`,
      userAgent: `Browser of ${mark}`,
      visitId: randomUUID(),
      browserKey: randomUUID(),
      ...sender,
    }),
  };
}

/** Stores a visit from a campaign with one page view, as the collector does. */
export async function visit(db: Kysely<Database>, { mark, sender }: TestPerson): Promise<string> {
  const touch = createTouch(mark);
  const id = sender.visitId ?? randomUUID();
  const collector = createCollector({ db, clock, log: silentLog, limitKey });
  const visited = {
    id,
    at: personTime,
    source: `https://${mark}.example`,
    ipAddress: sender.ipAddress,
    userAgent: sender.userAgent,
    browserKey: sender.browserKey ?? randomUUID(),
    touch,
    trafficClass: "person",
    classReason: null,
  } as const;
  await collector.recordVisit(visited, sender.clientAddress);
  const nothing = { percentage: null, idleTime: null, timeOnPage: null };
  const event = { id: randomUUID(), eventType: "page_view", url: "/faqs", timestamp: personTime } as const;
  const happened = { visitId: id, events: [{ ...event, ...nothing, target: mark, touch }] };
  await collector.recordEvents(happened, sender.clientAddress);
  return id;
}

/**
 * Stores an assessment of the person.
 * @param form.formTokenId without one, the form did not come from our page
 * @returns its ID
 */
export async function takeAssessment(
  db: Kysely<Database>,
  person: TestPerson,
  form: { formTokenId?: string } = {},
): Promise<string> {
  const { name, email, phone } = person;
  const outcome = await submitAssessment(
    { db, clock, outbox },
    { input: anAssessment({ name, email, phone }), submission: createSubmission(person), ...form },
  );
  return outcome.id;
}

export async function signUp(db: Kysely<Database>, person: TestPerson): Promise<void> {
  const { name, email, phone, words } = person;
  const events = await readStoredEvents(db, personTime);
  await signUpForEvent(
    { db, clock, outbox, events },
    { name, email, phone, questions: words, topics: words },
    createSubmission(person),
  );
}

/** Quarantines a submission, as the spam checks do. */
export async function hold(db: Kysely<Database>, person: TestPerson): Promise<void> {
  const { name, email, phone } = person;
  await quarantineSubmission(db, {
    form: "assessment",
    reason: "honeypot",
    at: personTime,
    input: anAssessment({ name, email, phone }),
    sender: serializeSource(createSubmission(person)),
    fingerprint: randomUUID(),
    resultKey: randomUUID(),
  });
}

/** Sends all waiting emails through a mail server that accepts them. */
export async function deliverEmails(db: Kysely<Database>, log: Log): Promise<void> {
  const siteUrl = "https://www.example.com";
  const transport: MailTransport = {
    deliver: () => Promise.resolve({ kind: "sent", reply: "250 taken" }),
    sendsEmail: true,
    describe: () => "A test.",
    close: () => undefined,
  };
  const worker = startMailWorker({
    db,
    log,
    siteUrl,
    transport,
    bounceKeys: testBounceKeys,
    traffic: { isBusy: () => false },
    listPostalAddressLines: () => ["600 Example Street"],
    emails: createLeadEmails({ db, clock, siteUrl }),
  });
  const unsettled = () =>
    db
      .selectFrom("letters")
      .select("id")
      .where("settledAt", "is", null)
      .where("kind", "<>", "submission-summary")
      .executeTakeFirst();
  try {
    await until("emails to be sent", async () => (await unsettled()) === undefined);
  } finally {
    // A worker that keeps running would send the emails of later tests.
    await worker.stop();
  }
}

/** Adds a note and the fields that staff enter, with the person's mark. */
export async function followUp(db: Kysely<Database>, { email, mark }: TestPerson): Promise<void> {
  const { id: recordId = "", revision = 1 } = (await findPersonRecord(db, email)) ?? {};
  const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
  await saveFollowUp({ db, clock: { now: () => personTime }, ...auditDeps, actor }, email, {
    recordId,
    revision,
    outcome: "reached",
    note: `What ${mark} said`,
    status: "new",
    owner: null,
    company: `${mark} Tools`,
    nextStep: `Call ${mark}`,
    nextStepOn: "2026-12-01",
  });
}

/** All rows of all tables as text, with the table's name and all columns. */
export async function allRows(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db);
  const rowsOf = async (name: string): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(one)::text as text from ${sql.table(name)} as one`.execute(db);
    return rows.map(({ text }) => `${name} ${text}`);
  };
  return (await Promise.all(tables.map(({ name }) => rowsOf(name)))).flat();
}

function createSubmission(person: TestPerson): Submission {
  return {
    at: personTime,
    sender: { ...person.sender, touch: createTouch(person.mark) },
    consent: { basis: "boxes-shown", wordingVersion: "2026-11-21", byEmail: true, byPhone: false },
    pageVersion: "page-of-a-test",
    unconfirmed: null,
    mailboxKey: null,
    isLimited: true,
    heldSeat: null,
  };
}

function createTouch(mark: string): Touch {
  return {
    at: personTime.toISOString(),
    landingPage: "/",
    referrer: `https://${mark}.example/links`,
    campaign: { source: mark, term: `${mark} exit` },
    clickId: { kind: "gclid", value: `click ${mark}` },
  };
}

/**
 * Stores visits, an assessment, a seat and a quarantined submission.
 * @returns the ID of the assessment
 */
export async function enter(db: Kysely<Database>, person: TestPerson): Promise<string> {
  await visit(db, person);
  const id = await takeAssessment(db, person);
  await signUp(db, person);
  await hold(db, person);
  return id;
}

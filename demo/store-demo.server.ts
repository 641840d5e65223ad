import { type Kysely, sql, type Transaction } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { lockEvent } from "#app/events/schedule/event-locks.server.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { createEventReader } from "#app/events/schedule/live-event.ts";
import type { Email } from "#app/email/definition/define-email.server.ts";
import { practice } from "#content/practice.ts";
import { demoId } from "./demo-id.ts";
import { storeFollowUp, storeSpend } from "./demo-follow-up.server.ts";
import { storeMessage } from "./demo-message.server.ts";
import { canceledAt, demoYear, type DemoYear, type NextEvent } from "./demo-year.server.ts";
import { type PastEmail, storePastEmails } from "./past-emails.server.ts";
import { createRandom } from "./random.ts";
import { hasDemoData } from "#app/people/profile/demo-rows.server.ts";

export type DemoDeps = {
  db: Kysely<Database>;
  now: Date;
  siteUrl: string;
  /** One of this many emails is rendered; more than one only in tests. */
  emailInterval?: number;
  /** The emails on a clock that shows the given time. They read rows that are not committed yet. */
  emailsAt(db: Kysely<Database>, at: Date): Readonly<Record<string, Pick<Email, "category" | "compose">>>;
};

export type AddDemoOutcome =
  | { ok: true; added: Readonly<Record<string, number>> }
  /** The demo exists already. */
  | { ok: false; reason: "there" };

/** Adds a year of demo data, in one transaction. Sends no email. */
export async function addDemo(deps: DemoDeps): Promise<AddDemoOutcome> {
  return deps.db.transaction().execute(async (trx): Promise<AddDemoOutcome> => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(trx);
    if (await hasDemoData(trx)) return { ok: false, reason: "there" };
    const next = await lockNextEvent(trx, deps.now);
    const year = demoYear(deps.now, next);
    await storeYear(trx, year);
    if (next !== undefined) await countSeats(trx, year, next);
    await storeFollowUp(trx, deps.now);
    await storeSpend(trx, deps.now);
    const messages = await storeMessage(trx, year);
    const letters = [...composeEmails(year), ...messages].filter(
      (_, nth) => nth % (deps.emailInterval ?? 1) === 0,
    );
    await storePastEmails(
      { db: trx, siteUrl: deps.siteUrl, emailsAt: (at) => deps.emailsAt(trx, at) },
      letters,
    );
    const added = { ...countsOf(year), letters: letters.length };
    await recordAudit(trx, { action: "demo-added", actor: { kind: "shell" }, details: added });
    return { ok: true, added };
  });
}

async function lockNextEvent(trx: Transaction<Database>, now: Date): Promise<NextEvent | undefined> {
  const events = await findCurrentEvents(trx);
  const eventStatus = createEventReader({ now: () => now }, () => events).eventStatus();
  if (eventStatus.phase !== "upcoming") return undefined;
  await lockEvent(trx, eventStatus.event.id);
  const { seatsTaken, capacity, lastPlaceNumber } = await trx
    .selectFrom("events")
    .select(["seatsTaken", "capacity", "lastPlaceNumber"])
    .where("id", "=", eventStatus.event.id)
    .executeTakeFirstOrThrow();
  return { id: eventStatus.event.id, lastNumber: lastPlaceNumber, seatsLeft: capacity - seatsTaken };
}

async function storeYear(trx: Transaction<Database>, year: DemoYear): Promise<void> {
  const leads = [...year.assessments, ...year.signups];
  await inBatches(year.events, (rows) => trx.insertInto("events").values(rows).execute());
  await inBatches(rowsOf(year.assessments), (rows) =>
    trx.insertInto("preLoiAssessments").values(rows).execute(),
  );
  await inBatches(rowsOf(year.signups), (rows) =>
    trx.insertInto("linkedinLiveSignups").values(rows).execute(),
  );
  const visits = [...year.visits, ...leads.map(({ visit }) => visit)];
  const visitors = [...visits.map(({ visitor }) => visitor), ...leads.map(({ named }) => named)];
  await inBatches(visitors, (rows) => trx.insertInto("visitors").values(rows).execute());
  const events = visits.flatMap((visit) => visit.events);
  await inBatches(events, (rows) => trx.insertInto("trackingEvents").values(rows).execute());
  // The triggers of consent receipts look up the forms. Statistics from before these rows make that slow.
  await sql`analyze pre_loi_assessments, linkedin_live_signups, people, person_addresses`.execute(trx);
  const receipts = leads.map(({ receipt }) => receipt);
  await inBatches(receipts, (rows) => trx.insertInto("consentReceipts").values(rows).execute());
  await inBatches(year.held, (rows) => trx.insertInto("quarantinedSubmissions").values(rows).execute());
}

function rowsOf<Row>(leads: readonly { row: Row }[]): Row[] {
  return leads.map(({ row }) => row);
}

/** A statement has at most 65,535 parameters, and a row has up to 17. */
async function inBatches<Row>(rows: readonly Row[], store: (rows: Row[]) => Promise<unknown>): Promise<void> {
  const size = 2_000;
  for (let from = 0; from < rows.length; from += size) await store(rows.slice(from, from + size));
}

/** Sign-ups of the demo count at an upcoming event. */
async function countSeats(
  trx: Transaction<Database>,
  { signups }: DemoYear,
  { id }: NextEvent,
): Promise<void> {
  const places = signups.filter(({ row }) => row.eventId === id).length;
  await trx
    .updateTable("events")
    .set((eb) => ({
      seatsTaken: eb("seatsTaken", "+", places),
      lastPlaceNumber: eb("lastPlaceNumber", "+", places),
    }))
    .where("id", "=", id)
    .execute();
}

/** The emails that the forms caused, to the firm and to the people who signed up. A few bounced. */
function composeEmails({ assessments, signups, events }: DemoYear): PastEmail[] {
  const dice = createRandom(1);
  const letter = (kind: string, recipient: string, about: string, at: Date): PastEmail => ({
    id: demoId(dice.next),
    kind,
    recipient,
    about,
    at,
    reply: recipient !== practice.email && dice.happens(0.015) ? "550 5.1.1 No such mailbox" : undefined,
  });
  const cancelled = new Map(
    events.filter(({ state }) => state === "cancelled").map(({ id, startsAt }) => [id, canceledAt(startsAt)]),
  );
  return [
    ...assessments.flatMap(({ row: { id, email, createdAt } }) => [
      letter("new-assessment", practice.email, id, createdAt),
      letter("assessment-result", email, id, createdAt),
    ]),
    ...signups.flatMap(({ row: { id, email, createdAt, eventId } }) => {
      const notifiedAt = cancelled.get(eventId ?? "");
      return [
        letter("new-event-signup", practice.email, id, createdAt),
        // The email about a seat would be untrue for a canceled event.
        notifiedAt === undefined
          ? letter("event-place", email, id, createdAt)
          : letter("event-cancelled", email, id, notifiedAt),
      ];
    }),
  ];
}

function countsOf({ events, assessments, signups, visits, held }: DemoYear): Record<string, number> {
  return {
    events: events.length,
    assessments: assessments.length,
    signUps: signups.length,
    visits: visits.length + assessments.length + signups.length,
    held: held.length,
  };
}

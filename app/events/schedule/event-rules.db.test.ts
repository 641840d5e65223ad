import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { cancelSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { isLong } from "#tests/kit/rounds.ts";
import { editEvent } from "#app/events/management/manage-events.server.ts";
import { readStoredEvents } from "#tests/kit/an-event.ts";

const { db, pool } = testDatabase();
const now = new Date("2026-11-01T12:00:00Z");
const clock = { now: () => now };
const outbox = createOutbox(() => undefined);

type Step =
  | { kind: "sign up"; person: number }
  | { kind: "cancel"; person: number }
  | { kind: "change capacity"; capacity: number };

const anyPerson = fc.nat({ max: 11 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: anyPerson.map((number) => ({ kind: "sign up", person: number }) as const) },
  { weight: 3, arbitrary: anyPerson.map((number) => ({ kind: "cancel", person: number }) as const) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 8 })
      .map((capacity) => ({ kind: "change capacity", capacity }) as const),
  },
);

/** The rules without a database: seats and waiting list as lists of people, in order of number. */
class Model {
  seats: number[] = [];
  waiting: number[] = [];
  /** Every promotion. A person can occur several times. */
  promoted: number[] = [];
  capacity = 3;

  signUp(person: number): void {
    if (this.seats.includes(person) || this.waiting.includes(person)) return;
    (this.seats.length < this.capacity ? this.seats : this.waiting).push(person);
  }

  cancel(person: number): void {
    this.seats = this.seats.filter((each) => each !== person);
    this.waiting = this.waiting.filter((each) => each !== person);
    this.promote();
  }

  changeCapacity(capacity: number): void {
    // A capacity below the number of taken seats is refused.
    if (capacity < this.seats.length) return;
    this.capacity = capacity;
    this.promote();
  }

  promote(): void {
    const promoted = this.waiting.splice(0, this.capacity - this.seats.length);
    this.seats.push(...promoted);
    this.promoted.push(...promoted);
  }
}

beforeAll(() => fc.configureGlobal({ numRuns: isLong ? 300 : 25 }));

it("seats, waiting list and emails follow the rules for any sequence of actions", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const eventId = await replaceEvent();
      const model = new Model();
      for (const each of steps) {
        await run(each, eventId, model);
        expect(await findSeats(eventId)).toEqual({
          seats: model.seats.toSorted(byNumber),
          waiting: model.waiting,
          seatsTaken: model.seats.length,
        });
      }
      expect(await findPromoted()).toEqual(model.promoted.toSorted(byNumber));
    }),
  );
}, 120_000);

async function run(each: Step, eventId: string, model: Model): Promise<void> {
  const deps = { db, clock, outbox, ...auditDeps };
  if (each.kind === "sign up") {
    const events = await readStoredEvents(db, now);
    await signUpForEvent(
      { ...deps, events },
      {
        name: `Person ${each.person}`,
        email: formatEmail(each.person),
        phone: null,
        questions: null,
        topics: null,
      },
      aSubmission({ at: now }),
    );
    model.signUp(each.person);
  } else if (each.kind === "cancel") {
    const signup = await db
      .selectFrom("linkedinLiveSignups")
      .select("placeKey")
      .where("email", "=", formatEmail(each.person))
      .where("state", "in", ["seat", "waiting"])
      .executeTakeFirst();
    if (signup !== undefined) await cancelSeat(deps, signup.placeKey);
    model.cancel(each.person);
  } else {
    await editEvent(deps, eventId, { capacity: each.capacity });
    model.changeCapacity(each.capacity);
  }
}

async function replaceEvent(): Promise<string> {
  await pool.query("truncate events, linkedin_live_signups, letters cascade");
  const { id } = await db
    .insertInto("events")
    .values({
      title: "An event",
      startsAt: new Date("2026-12-01T18:00:00Z"),
      timeZone: "America/Chicago",
      durationMinutes: 45,
      capacity: 3,
      hosts: ["whitfield"],
      topics: ["One"],
      joinUrl: "https://live.example.com/",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function findSeats(eventId: string) {
  const rows = await db
    .selectFrom("linkedinLiveSignups")
    .select(["email", "state", "placeNumber"])
    .where("eventId", "=", eventId)
    .orderBy("placeNumber")
    .execute();
  const { seatsTaken } = await db
    .selectFrom("events")
    .select("seatsTaken")
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  const listPeople = (state: "seat" | "waiting") =>
    rows.filter((row) => row.state === state).map(({ email }) => Number(/\d+/.exec(email)?.[0]));
  return { seats: listPeople("seat").toSorted(byNumber), waiting: listPeople("waiting"), seatsTaken };
}

/** The people who were emailed about a promotion, once per email. */
async function findPromoted(): Promise<number[]> {
  const emails = await db
    .selectFrom("letters")
    .select("recipient")
    .where("kind", "=", "event-promoted")
    .execute();
  return emails.map(({ recipient }) => Number(/\d+/.exec(recipient)?.[0])).toSorted(byNumber);
}

function byNumber(one: number, other: number): number {
  return one - other;
}

function formatEmail(number: number): string {
  return `person${number}@example.com`;
}

import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { practice } from "#content/practice.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, followUp, personTime, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { until } from "#tests/kit/running-server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { eraseSignups } from "./erase-signups.server.ts";

const { db, pool } = testDatabase();
const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...auditDeps };
const erase = (email: string, keepsEmails = false) => erasePerson(deps, email, { keepsEmails });

const ada = aPerson("ada");
const eve = aPerson("eve");

async function addEvent(overrides: Parameters<typeof anEvent>[0]): Promise<string> {
  const event = db.insertInto("events").values(anEvent(overrides)).returning("id");
  return (await event.executeTakeFirstOrThrow()).id;
}

async function countWaitingForLocks(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

const visitIds = async () => (await db.selectFrom("visitors").select("id").execute()).map(({ id }) => id);

it("counts the record, the notes and the bookings of a person who only signed up", async () => {
  await addEvent({ capacity: 5 });
  await signUp(db, ada);
  await followUp(db, ada);
  await db
    .insertInto("bookings")
    .values({
      uid: "booking-1",
      startsAt: personTime,
      endsAt: personTime,
      attendeeEmail: ada.email,
      personEmail: ada.email,
      reference: null,
      state: "booked",
      reportedAt: personTime,
      receivedAt: personTime,
      closedAt: null,
      dismissedAt: null,
    })
    .execute();
  expect((await erase(ada.email)).removed).toMatchObject({ people: 1, person_notes: 1, bookings: 1 });
  expect(await db.selectFrom("people").select("id").execute()).toEqual([]);
});

describe("the seats of an erased person", () => {
  it.each([
    ["is over", { startsAt: new Date("2026-10-01T18:00:00Z") }],
    ["has begun", { startsAt: new Date(personTime.getTime() - 60_000) }],
    ["was canceled", { state: "cancelled" as const }],
  ])("become free without promotion if the event %s", async (_, overrides) => {
    const eventId = await addEvent({ ...overrides, capacity: 1, seatsTaken: 1, lastPlaceNumber: 2 });
    await db
      .insertInto("linkedinLiveSignups")
      .values([
        aSignup({ email: ada.email, eventId, state: "seat", placeNumber: 1 }),
        aSignup({ email: eve.email, eventId, state: "waiting", placeNumber: 2 }),
      ])
      .execute();
    expect((await erase(ada.email)).removed.linkedin_live_signups).toBe(1);
    const event = db.selectFrom("events").select(["seatsTaken", "lastPlaceNumber"]);
    expect(await event.executeTakeFirst()).toEqual({ seatsTaken: 0, lastPlaceNumber: 2 });
    expect(await db.selectFrom("linkedinLiveSignups").select("state").execute()).toEqual([
      { state: "waiting" },
    ]);
    expect(await db.selectFrom("letters").select("id").execute()).toEqual([]);
  });

  it("are counted exactly under concurrent erasures and sign-ups", async () => {
    await addEvent({ capacity: 3 });
    const people = ["a", "b", "c", "d", "e"].map((mark) => aPerson(`person-${mark}`));
    // Another domain, because one domain can have at most five seats at such a small event.
    const other = { ...aPerson("person-f"), email: "person-f@elsewhere.example" };
    for (const one of people) await signUp(db, one);
    await Promise.all([
      erase("person-a@example.org"),
      erase("person-b@example.org"),
      erase("person-d@example.org"),
      signUp(db, other),
    ]);
    const rows = await db
      .selectFrom("linkedinLiveSignups")
      .select(["email", "state", "placeNumber"])
      .orderBy("placeNumber")
      .execute();
    expect(rows).toEqual([
      { email: "person-c@example.org", state: "seat", placeNumber: 3 },
      { email: "person-e@example.org", state: "seat", placeNumber: 5 },
      { email: other.email, state: "seat", placeNumber: 6 },
    ]);
    const event = db.selectFrom("events").select(["seatsTaken", "lastPlaceNumber"]);
    expect(await event.executeTakeFirst()).toEqual({ seatsTaken: 3, lastPlaceNumber: 6 });
  });

  it("go to a person who signs up during the erasure", async () => {
    await addEvent({ capacity: 1 });
    await signUp(db, ada);
    let signingUp = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await eraseSignups(deps, trx, [ada.email], personTime);
      signingUp = signUp(db, eve);
      await until(
        "the sign-up to wait for the lock of the event",
        async () => (await countWaitingForLocks()) > 0,
      );
    });
    await signingUp;
    expect(await db.selectFrom("linkedinLiveSignups").select(["email", "state"]).execute()).toEqual([
      { email: eve.email, state: "seat" },
    ]);
    expect(await db.selectFrom("events").select("seatsTaken").execute()).toEqual([{ seatsTaken: 1 }]);
  });

  it("go to a waiting person whose own erasure has begun, without a deadlock", async () => {
    await addEvent({ capacity: 1 });
    await signUp(db, ada);
    await signUp(db, eve);
    let erasing: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom("events").select("id").forUpdate().execute();
      erasing = erase(eve.email);
      await until(
        "the erasure to wait for the lock of the event",
        async () => (await countWaitingForLocks()) > 0,
      );
      expect(await eraseSignups(deps, trx, [ada.email], personTime)).toHaveLength(1);
    });
    await erasing;
    expect(await db.selectFrom("linkedinLiveSignups").select("email").execute()).toEqual([]);
    expect(await db.selectFrom("events").select("seatsTaken").execute()).toEqual([{ seatsTaken: 0 }]);
  });

  it("are not counted for a request for the next date", async () => {
    await signUp(db, ada);
    expect((await erase(ada.email)).removed).toMatchObject({ linkedin_live_signups: 1, letters: 2 });
  });
});

describe("the visits of an erased person", () => {
  it("are deleted with all others of the browser", async () => {
    const earlier = { ...ada, sender: { ...ada.sender, visitId: randomUUID() } };
    await visit(db, earlier);
    await visit(db, ada);
    const stranger = await visit(db, aPerson("stranger"));
    await takeAssessment(db, ada);
    expect((await erase(ada.email)).removed).toMatchObject({ visitors: 3, tracking_events: 2 });
    expect(await visitIds()).toEqual([stranger]);
  });

  it("are limited to visits with a form, if another person sent a form from the same browser", async () => {
    const { browserKey } = ada.sender;
    const earlier = { ...ada, sender: { ...ada.sender, visitId: randomUUID() } };
    const eveOnTheSame = aPerson("eve", { browserKey });
    const shared = await visit(db, earlier);
    const own = await visit(db, ada);
    const hers = await visit(db, eveOnTheSame);
    await takeAssessment(db, ada);
    await takeAssessment(db, eveOnTheSame);
    const { removed, kept } = await erase(ada.email);
    expect(removed).toMatchObject({ visitors: 2, tracking_events: 1 });
    expect(kept.sharedVisits).toBe(2);
    expect(await visitIds()).toEqual(expect.arrayContaining([shared, hers]));
    expect(await visitIds()).not.toContain(own);
  });

  it("are kept if another person sent a form in the same visit", async () => {
    const together = aPerson("eve", ada.sender);
    const both = await visit(db, ada);
    await takeAssessment(db, ada);
    await takeAssessment(db, together);
    expect((await erase(ada.email)).kept.sharedVisits).toBe(1);
    expect(await visitIds()).toContain(both);
    // The visit is no longer shared.
    expect((await erase(together.email)).removed).toMatchObject({ visitors: 2, tracking_events: 1 });
    expect(await visitIds()).toEqual([]);
  });

  it("do not include visits of others on the same network", async () => {
    const neighbor = aPerson("neighbor", { ipAddress: ada.sender.ipAddress });
    const theirs = await visit(db, neighbor);
    await visit(db, ada);
    await takeAssessment(db, ada);
    await erase(ada.email);
    expect(await visitIds()).toEqual([theirs]);
  });
});

describe("the emails of an erased person", () => {
  const addEmail = (state: "sent" | "kept" | "sending" | "waiting" | "given-up", more = {}) => {
    const claim = state === "sending" ? { claim: randomUUID(), claimedUntil: personTime } : {};
    const settledAt = ["waiting", "sending"].includes(state) ? null : personTime;
    return db
      .insertInto("letters")
      .values({ kind: "test", recipient: ada.email, state, settledAt, ...claim, ...more })
      .execute();
  };

  it("remain if they were sent, also if they were returned, may have been sent or are in flight, when the record must be kept", async () => {
    await addEmail("sent");
    await addEmail("sending");
    await addEmail("given-up", { unclearAttempts: 4 });
    await addEmail("given-up", { returnedAt: personTime });
    for (const state of ["kept", "waiting", "given-up"] as const) await addEmail(state);
    const { removed, kept } = await erase(ada.email, true);
    expect(removed.letters).toBe(3);
    expect(kept).toMatchObject({ emails: 4, emailsInFlight: 1 });
    expect((await erase(ada.email)).removed.letters).toBe(4);
  });

  it("do not include all emails to the firm if a form contained the firm’s address", async () => {
    await addEmail("sent", { recipient: practice.email });
    const clerk = { ...aPerson("clerk"), email: practice.email };
    await takeAssessment(db, clerk);
    expect((await erase(practice.email)).removed).toMatchObject({ pre_loi_assessments: 1, letters: 2 });
    expect(await db.selectFrom("letters").select("state").execute()).toEqual([{ state: "sent" }]);
  });

  it("do not include those of a person whose address contains theirs", async () => {
    const longer = { ...ada, email: `x${ada.email}` };
    await takeAssessment(db, longer);
    await db.deleteFrom("letters").where("kind", "=", "assessment-result").execute();
    await db
      .updateTable("letters")
      .set({ bodyText: `Facts\n\nE-mail: ${longer.email}\nPhone: 1` })
      .execute();
    await addEmail("sent");
    expect((await erase(ada.email)).removed.letters).toBe(1);
    expect(await db.selectFrom("letters").select("recipient").execute()).toEqual([
      { recipient: practice.email },
    ]);
  });

  it("do not include those about a staff account, because a stranger may have typed a colleague’s address into a form", async () => {
    await takeAssessment(db, ada);
    await addEmail("sent", { kind: "account-approved" });
    const { removed, kept } = await erase(ada.email);
    expect(await db.selectFrom("letters").select("kind").execute()).toEqual([{ kind: "account-approved" }]);
    expect([removed.letters, kept.emails]).toEqual([2, 0]);
  });
});

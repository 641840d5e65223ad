import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { onRecord } from "#tests/kit/on-record.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { practice } from "#content/practice.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, personTime, signUp, takeAssessment, visit } from "#tests/kit/everything-about.ts";
import { until } from "#tests/kit/running-server.ts";
import { erasePerson } from "./erase-person.server.ts";
import { eraseSignups } from "./erase-signups.server.ts";

const { db, pool } = testDatabase();
const deps = { db, clock: { now: () => personTime }, outbox: createOutbox(() => undefined), ...onRecord };
const erase = (email: string, keepsLetters = false) => erasePerson(deps, email, { keepsLetters });

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

describe("the seats of an erased person", () => {
  it.each([
    ["is past", { startsAt: new Date("2026-10-01T18:00:00Z") }],
    ["has begun", { startsAt: new Date(personTime.getTime() - 60_000) }],
    ["was called off", { state: "cancelled" as const }],
  ])("get free where the event %s, and nobody moves up", async (_, overrides) => {
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

  it("are counted exactly when several people are erased and sign up at once", async () => {
    await addEvent({ capacity: 3 });
    const people = ["a", "b", "c", "d", "e"].map((mark) => aPerson(`person-${mark}`));
    // Of another domain: one domain has at most five places at so small an event.
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

  it("go to whoever signs up while they get free", async () => {
    await addEvent({ capacity: 1 });
    await signUp(db, ada);
    let signingUp = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await eraseSignups(deps, trx, ada.email, personTime);
      signingUp = signUp(db, eve);
      await until("the sign-up to wait for the event", async () => (await countWaitingForLocks()) > 0);
    });
    await signingUp;
    expect(await db.selectFrom("linkedinLiveSignups").select(["email", "state"]).execute()).toEqual([
      { email: eve.email, state: "seat" },
    ]);
    expect(await db.selectFrom("events").select("seatsTaken").execute()).toEqual([{ seatsTaken: 1 }]);
  });

  it("are no seats where a wish for the next date was all", async () => {
    await signUp(db, ada);
    expect((await erase(ada.email)).removed).toMatchObject({ linkedin_live_signups: 1, letters: 2 });
  });
});

describe("the visits of an erased person", () => {
  it("go with all others of the browser", async () => {
    const earlier = { ...ada, sender: { ...ada.sender, visitId: randomUUID() } };
    await visit(db, earlier);
    await visit(db, ada);
    const stranger = await visit(db, aPerson("stranger"));
    await takeAssessment(db, ada);
    expect((await erase(ada.email)).removed).toMatchObject({ visitors: 3, tracking_events: 2 });
    expect(await visitIds()).toEqual([stranger]);
  });

  it("are those alone in which a form was sent, where somebody else sent one from the same browser", async () => {
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

  it("are none where somebody else sent a form in the very same visit", async () => {
    const together = aPerson("eve", ada.sender);
    const both = await visit(db, ada);
    await takeAssessment(db, ada);
    await takeAssessment(db, together);
    expect((await erase(ada.email)).kept.sharedVisits).toBe(1);
    expect(await visitIds()).toContain(both);
    // Nobody shares it any more.
    expect((await erase(together.email)).removed).toMatchObject({ visitors: 2, tracking_events: 1 });
    expect(await visitIds()).toEqual([]);
  });

  it("are no visits of others on the same network", async () => {
    const neighbour = aPerson("neighbour", { ipAddress: ada.sender.ipAddress });
    const theirs = await visit(db, neighbour);
    await visit(db, ada);
    await takeAssessment(db, ada);
    await erase(ada.email);
    expect(await visitIds()).toEqual([theirs]);
  });
});

describe("the letters of an erased person", () => {
  const letter = (state: "sent" | "kept" | "sending" | "waiting" | "given-up", more = {}) => {
    const hand = state === "sending" ? { claim: randomUUID(), claimedUntil: personTime } : {};
    const settledAt = ["waiting", "sending"].includes(state) ? null : personTime;
    return db
      .insertInto("letters")
      .values({ kind: "test", recipient: ada.email, state, settledAt, ...hand, ...more })
      .execute();
  };

  it("stay where they left, may have left or are under way, when the record is to be kept", async () => {
    await letter("sent");
    await letter("sending");
    await letter("given-up", { unclearAttempts: 4 });
    for (const state of ["kept", "waiting", "given-up"] as const) await letter(state);
    const { removed, kept } = await erase(ada.email, true);
    expect(removed.letters).toBe(3);
    expect(kept).toMatchObject({ letters: 3, lettersUnderWay: 1 });
    expect((await erase(ada.email)).removed.letters).toBe(3);
  });

  it("are not all letters to the practice, though its own address was typed into a form", async () => {
    await letter("sent", { recipient: practice.email });
    const clerk = { ...aPerson("clerk"), email: practice.email };
    await takeAssessment(db, clerk);
    expect((await erase(practice.email)).removed).toMatchObject({ pre_loi_assessments: 1, letters: 2 });
    expect(await db.selectFrom("letters").select("state").execute()).toEqual([{ state: "sent" }]);
  });

  it("are not those of somebody whose address holds theirs", async () => {
    const longer = { ...ada, email: `x${ada.email}` };
    await takeAssessment(db, longer);
    await db.deleteFrom("letters").where("kind", "=", "assessment-result").execute();
    await db
      .updateTable("letters")
      .set({ bodyText: `Facts\n\nE-mail: ${longer.email}\nPhone: 1` })
      .execute();
    await letter("sent");
    expect((await erase(ada.email)).removed.letters).toBe(1);
    expect(await db.selectFrom("letters").select("recipient").execute()).toEqual([
      { recipient: practice.email },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { cancelSeat } from "#app/events/attendee-page/find-seat.server.ts";
import { writeDueReminders } from "#app/events/schedule/reminders.server.ts";
import { eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import { findQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { minutesLater, seatCommands, start } from "#tests/kit/seats.ts";

const { db } = testDatabase();
const commands = seatCommands(db);
const { accept, confirm, depsAt, heldSeats, outbox, findStates, quarantine, setEvent, signUp } = commands;

describe("one mailbox with many addresses", () => {
  it("has one unconfirmed sign-up for an event, also under concurrency", async () => {
    await setEvent(100);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? quarantine(`Tag${n}`, start, `Tag${n}`, "mailbox")
          : signUp(`Tag${n}`, start, `Tag${n}`, "mailbox"),
      ),
    );
    const seats = outcomes.filter((outcome) => outcome === "seat").length;
    expect(seats + (await heldSeats())).toBe(1);
    expect(await signUp("Ada", start, "elsewhere", "mailbox")).toBe("needs-confirmation");
    expect(await signUp("Ben")).toBe("seat");
  });

  it("has one sign-up for an event after confirmation; further ones wait for staff", async () => {
    await setEvent(100);
    const tags = await Promise.all(
      Array.from({ length: 8 }, (_, n) => quarantine(`Tag${n}`, start, `Tag${n}`, "mailbox")),
    );
    const outcomes = await Promise.all(tags.map((id) => confirm(id)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 7 }, () => ({ ok: false, reason: "mailbox-has-place" })),
    );
    expect(await signUp("Tag8", minutesLater(121), "office", "mailbox")).toBe("mailbox-has-place");
    expect(Object.values(await findStates())).toEqual(["seat"]);
    const refused = tags.find((_, n) => outcomes[n]?.ok === false) ?? "";
    expect(await accept(refused)).toEqual({ ok: true, became: "seat" });
  });

  it("can repeat its sign-up, and sign up again after it was canceled", async () => {
    await setEvent(100);
    await confirm(await quarantine("Tag1", start, "office", "mailbox"));
    expect(await confirm(await quarantine("Tag1", minutesLater(1), "home", "mailbox"))).toMatchObject({
      ok: true,
    });
    await db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).execute();
    expect(await signUp("Tag2", minutesLater(121), "office", "mailbox")).toBe("seat");
  });

  it("gets one copy of each reminder without confirmation", async () => {
    await setEvent(100);
    for (let n = 0; n < 10; n += 1) await signUp(`Tag${n}`, start, `Tag${n}`, "mailbox");
    const dayBefore = new Date("2026-12-16T18:00:00Z");
    await writeDueReminders({ db, clock: { now: () => dayBefore }, outbox });
    const reminders = await db
      .selectFrom("letters")
      .select("id")
      .where("kind", "=", "event-reminder-day")
      .execute();
    expect(reminders).toHaveLength(1);
  });
});

describe("a confirmed sign-up of a mailbox with an unconfirmed sign-up under another address", () => {
  it("takes over its seat and number, and an email informs the other address", async () => {
    await setEvent(2);
    await signUp("Stranger", start, "attacker", "mailbox");
    await signUp("Ben");
    await signUp("Cleo");
    const owner = await quarantine("Owner", start, "home", "mailbox");
    expect(await heldSeats()).toBe(0);
    expect(await confirm(owner)).toEqual({ ok: true, became: "seat" });
    expect(await findStates()).toEqual({
      Stranger: "cancelled",
      Owner: "seat",
      Ben: "seat",
      Cleo: "waiting",
    });
    expect(await findNumber("Owner")).toBe(1);
    expect(await findNumber("Stranger")).toBeNull();
    expect(await findCounts()).toEqual({ seatsTaken: 2, lastPlaceNumber: 3, seats: 2 });
    const sent = await db
      .selectFrom("letters")
      .select("kind")
      .where("recipient", "in", ["stranger@example.com", "owner@example.com"])
      .orderBy("id")
      .execute();
    expect(sent.map(({ kind }) => kind).toSorted()).toEqual(["event-place", "event-place", "place-given-up"]);
  });

  it("takes over its position on the waiting list", async () => {
    await setEvent(1);
    await signUp("Ben");
    await signUp("Stranger", start, "attacker", "mailbox");
    await signUp("Cleo");
    const owner = await quarantine("Owner", start, "home", "mailbox");
    expect(await confirm(owner)).toEqual({ ok: true, became: "waiting" });
    expect(await findNumber("Owner")).toBe(2);
    await cancelSeat(await depsAt(start), await findKey("Ben"));
    expect(await findStates()).toMatchObject({ Owner: "seat", Cleo: "waiting" });
    expect(await findCounts()).toEqual({ seatsTaken: 1, lastPlaceNumber: 3, seats: 1 });
  });

  it("keeps the seat in an event whose other seats are held or wait for the waiting list", async () => {
    await setEvent(2);
    await signUp("Stranger", start, "attacker", "mailbox");
    await quarantine("Ada");
    await signUp("Cleo");
    const owner = await quarantine("Owner", start, "home", "mailbox");
    await db.updateTable("events").set({ capacity: 1 }).execute();
    expect(await confirm(owner, minutesLater(121))).toEqual({ ok: true, became: "seat" });
    expect(await findStates()).toMatchObject({ Owner: "seat", Cleo: "waiting" });
  });

  it("takes it over although the mail domain has its share of the seats", async () => {
    await setEvent(8);
    await signUp("Stranger", start, "attacker", "mailbox");
    for (let n = 0; n < 4; n += 1) await confirm(await quarantine(`Person${n}`));
    const owner = await quarantine("Owner", start, "home", "mailbox");
    expect(await confirm(await quarantine("Other"))).toEqual({ ok: false, reason: "domain-limit" });
    expect(await confirm(owner)).toEqual({ ok: true, became: "seat" });
  });

  it("does not take over a waiting-list position after the event has begun", async () => {
    await setEvent(1);
    await signUp("Ben");
    await signUp("Stranger", start, "attacker", "mailbox");
    const owner = await quarantine("Owner", start, "home", "mailbox");
    const live = new Date("2026-12-17T18:05:00Z");
    expect(await confirm(owner, live)).toEqual({ ok: true, became: "next-date" });
    expect(await findStates()).toEqual({ Ben: "seat", Stranger: "waiting", Owner: "next-date" });
  });

  it("takes it over when the event was moved a moment ago", async () => {
    await setEvent(1);
    await signUp("Stranger", start, "attacker", "mailbox");
    const owner = await quarantine("Owner", start, "home", "mailbox");
    const outdated = await depsAt(start);
    await db
      .updateTable("events")
      .set({ startsAt: new Date("2026-12-18T18:00:00Z") })
      .execute();
    const { input, mailboxKey } = (await findQuarantined(db, owner)) ?? {};
    const submission = aSubmission({ at: start, mailboxKey: mailboxKey ?? null, isLimited: true });
    expect(await signUpForEvent(outdated, eventSignupSchema.parse(input), submission)).toBe("seat");
    expect(await findStates()).toEqual({ Stranger: "cancelled", Owner: "seat" });
    expect(await findNumber("Owner")).toBe(1);
  });

  it("reports the seat of its own address, although the event is full", async () => {
    await setEvent(1);
    await signUp("Ada");
    const again = await quarantine("Ada", start, "home");
    expect(await confirm(again)).toEqual({ ok: true, became: "seat" });
    expect(await signUp("Ada", start, "elsewhere")).toBe("waiting");
  });

  it("does not take over a confirmed sign-up", async () => {
    await setEvent(100);
    await confirm(await quarantine("First", start, "home", "mailbox"));
    const second = await quarantine("Second", start, "office", "mailbox");
    expect(await confirm(second)).toEqual({ ok: false, reason: "mailbox-has-place" });
    await accept(await quarantine("Accepted", start, "a", "another mailbox"));
    const other = await quarantine("Other", start, "b", "another mailbox");
    expect(await confirm(other)).toEqual({ ok: false, reason: "mailbox-has-place" });
  });

  it("does not include a form with a token, which does not prove who reads the mailbox", async () => {
    await setEvent(100);
    await signUp("Colleague", start, "office", "mailbox");
    expect(await signUp("Attacker", start, "attacker", "mailbox")).toBe("needs-confirmation");
    expect(await signUp("Attacker", minutesLater(121), "office", "mailbox")).toBe("needs-confirmation");
    expect(await findStates()).toEqual({ Colleague: "seat" });
  });

  it("has one sign-up after any number of cancellations, sign-ups by strangers and takeovers", async () => {
    await setEvent(1);
    for (let round = 0; round < 3; round += 1) {
      expect(await signUp(`Stranger${round}`, minutesLater(round), `s${round}`, "mailbox")).toBe("seat");
      const owner = await quarantine(`Owner${round}`, minutesLater(round), `o${round}`, "mailbox");
      expect(await confirm(owner, minutesLater(round))).toEqual({ ok: true, became: "seat" });
      expect(await findCounts()).toMatchObject({ seatsTaken: 1, seats: 1 });
      // The canceled sign-up of the stranger can no longer free the seat.
      await cancelSeat(await depsAt(start), await findKey(`Stranger${round}`));
      expect(await findCounts()).toMatchObject({ seatsTaken: 1, seats: 1 });
      await cancelSeat(await depsAt(start), await findKey(`Owner${round}`));
      expect(await findCounts()).toMatchObject({ seatsTaken: 0, seats: 0 });
    }
  });

  it.each([1, 2, 3])("is one of several at the same moment, while others sign up (round %i)", async () => {
    await setEvent(5);
    await signUp("Stranger", start, "attacker", "mailbox");
    const tags = await Promise.all(
      Array.from({ length: 6 }, (_, n) => quarantine(`Tag${n}`, start, `Tag${n}`, "mailbox")),
    );
    const repeat = await quarantine("Stranger", start, "home", "mailbox");
    const outcomes = await Promise.all([
      ...[...tags, repeat].map((id) => confirm(id)),
      ...Array.from({ length: 6 }, (_, n) => signUp(`Person${n}`)),
      signUp("Tag9", start, "elsewhere", "mailbox"),
    ]);
    const accepted = outcomes.filter((outcome) => typeof outcome === "object" && outcome.ok);
    expect(accepted).toEqual([{ ok: true, became: "seat" }]);
    const { rows } = await findMailboxSignups();
    expect(rows).toEqual([{ state: "seat", unconfirmedMailboxKey: null }]);
    const { seatsTaken, seats } = await findCounts();
    expect(seatsTaken).toBe(seats);
    expect(seats).toBeLessThanOrEqual(5);
  });

  it.each([1, 2, 3])("gets a seat when the other address cancels at the same moment (round %i)", async () => {
    await setEvent(1);
    await signUp("Stranger", start, "attacker", "mailbox");
    const owner = await quarantine("Owner", start, "home", "mailbox");
    const key = await findKey("Stranger");
    const [outcome] = await Promise.all([confirm(owner), cancelSeat(await depsAt(start), key)]);
    expect(outcome).toEqual({ ok: true, became: "seat" });
    expect(await findStates()).toEqual({ Stranger: "cancelled", Owner: "seat" });
    expect(await findCounts()).toMatchObject({ seatsTaken: 1, seats: 1 });
  });
});

async function findNumber(name: string): Promise<number | null> {
  const { placeNumber } = await db
    .selectFrom("linkedinLiveSignups")
    .select("placeNumber")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return placeNumber;
}

async function findKey(name: string): Promise<string> {
  const { placeKey } = await db
    .selectFrom("linkedinLiveSignups")
    .select("placeKey")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return placeKey;
}

async function findCounts() {
  const event = await db
    .selectFrom("events")
    .select(["seatsTaken", "lastPlaceNumber"])
    .executeTakeFirstOrThrow();
  const seats = Object.values(await findStates()).filter((state) => state === "seat").length;
  return { ...event, seats };
}

async function findMailboxSignups() {
  const rows = await db
    .selectFrom("linkedinLiveSignups")
    .select(["state", "unconfirmedMailboxKey"])
    .where("mailboxKey", "=", "mailbox")
    .where("state", "in", ["seat", "waiting"])
    .execute();
  return { rows };
}

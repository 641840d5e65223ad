import type { Submission } from "#app/intake/submission/submission.ts";
import { describe, expect, it } from "vitest";
import { cancelEvent, editEvent } from "#app/events/management/manage-events.server.ts";
import type { EventReader } from "#app/events/schedule/live-event.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { quarantineSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import type { EventSignupInput, EventSignupRequest } from "./event-signup.schema.ts";
import { signUpForEvent } from "./sign-up-for-event.server.ts";
import { readStoredEvents } from "#tests/kit/an-event.ts";

const { db } = testDatabase();
const now = new Date("2026-11-01T12:00:00Z");
const outbox = createOutbox(() => undefined);

async function addEvent(overrides: { capacity?: number; startsAt?: Date } = {}): Promise<string> {
  const { id } = await db
    .insertInto("events")
    .values({
      title: "Before the letter of intent",
      startsAt: new Date("2026-12-01T18:00:00Z"),
      timeZone: "America/Chicago",
      durationMinutes: 45,
      capacity: 100,
      hosts: ["whitfield"],
      topics: ["One"],
      joinUrl: "https://live.example.com/",
      ...overrides,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

function aPerson(name: string, more: Partial<EventSignupInput> = {}): EventSignupInput {
  return {
    name,
    email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com`,
    phone: null,
    questions: null,
    topics: null,
    ...more,
  };
}

async function signUp(
  input: EventSignupRequest,
  options: { at?: Date; known?: EventReader } & Partial<
    Pick<Submission, "unconfirmed" | "quarantinedId">
  > = {},
): ReturnType<typeof signUpForEvent> {
  const at = options.at ?? now;
  const events = options.known ?? (await readStoredEvents(db, at));
  return signUpForEvent(
    { db, clock: { now: () => at }, outbox, events },
    input,
    aSubmission({
      at,
      unconfirmed: options.unconfirmed ?? null,
      ...(options.quarantinedId === undefined ? {} : { quarantinedId: options.quarantinedId }),
    }),
  );
}

const signups = () =>
  db
    .selectFrom("linkedinLiveSignups")
    .select(["name", "state", "placeNumber", "questions"])
    .orderBy("createdAt")
    .orderBy("placeNumber")
    .execute();

const findEmailKinds = async () =>
  (await db.selectFrom("letters").select("kind").orderBy("kind").execute()).map(({ kind }) => kind);

describe("a sign-up for an event to come", () => {
  it("reserves a seat with a number, and emails the person and the firm", async () => {
    await addEvent();
    expect(await signUp(aPerson("Ada Byron", { questions: "What of QSBS?" }))).toBe("seat");
    expect(await signups()).toEqual([
      { name: "Ada Byron", state: "seat", placeNumber: 1, questions: "What of QSBS?" },
    ]);
    expect(await findEmailKinds()).toEqual(["event-place", "new-event-signup"]);
  });

  it("waits when all seats are taken", async () => {
    await addEvent({ capacity: 1 });
    await signUp(aPerson("Ada"));
    expect(await signUp(aPerson("Ben"))).toBe("waiting");
    expect((await signups()).map(({ state, placeNumber }) => [state, placeNumber])).toEqual([
      ["seat", 1],
      ["waiting", 2],
    ]);
  });

  it("under concurrency assigns ten of ten seats and waiting-list positions, with consecutive numbers", async () => {
    const id = await addEvent({ capacity: 10 });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => signUp(aPerson(`Person ${index}`))),
    );
    expect(outcomes.filter((outcome) => outcome === "seat")).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === "waiting")).toHaveLength(30);
    const rows = (await signups()).toSorted(
      (one, other) => (one.placeNumber ?? 0) - (other.placeNumber ?? 0),
    );
    expect(rows.map(({ placeNumber }) => placeNumber)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(rows.map(({ state }) => state)).toEqual([
      ...Array.from({ length: 10 }, () => "seat"),
      ...Array.from({ length: 30 }, () => "waiting"),
    ]);
    const event = await db.selectFrom("events").select("seatsTaken").where("id", "=", id).executeTakeFirst();
    expect(event?.seatsTaken).toBe(10);
  });

  it("of one address ten times at the same time reserves one seat, with one email", async () => {
    await addEvent();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp(aPerson("Ada"))));
    expect(new Set(outcomes)).toEqual(new Set(["seat"]));
    expect(await signups()).toHaveLength(1);
    expect(await findEmailKinds()).toEqual(["event-place", "new-event-signup"]);
  });
});

describe("a sign-up with a known address", () => {
  it("gets the response of an unknown address, keeps the seat and the answers, and notifies the owner of the address", async () => {
    await addEvent({ capacity: 1 });
    await signUp(aPerson("Ada"));
    // An unknown address would get a waiting-list position.
    const stranger = {
      addressKey: "elsewhere",
      mailboxKey: "ada",
      senderKey: "elsewhere",
      hasFormToken: true,
    };
    const input = aPerson("Ada", { name: "Another name", questions: "Another question" });
    expect(await signUp(input, { unconfirmed: stranger })).toBe("waiting");
    expect(await signups()).toEqual([
      { name: "Ada", state: "seat", placeNumber: 1, questions: null },
      { name: "Another name", state: "repeat", placeNumber: null, questions: "Another question" },
    ]);
    expect(await findEmailKinds()).toEqual(["event-place", "event-place-again", "new-event-signup"]);
  });

  it("causes one email per day", async () => {
    await addEvent();
    for (const name of ["Ada", "Ada B", "Ada C", "Ada D"]) await signUp(aPerson("Ada", { name }));
    expect((await findEmailKinds()).filter((kind) => kind === "event-place-again")).toHaveLength(1);
    await signUp(aPerson("Ada", { name: "Ada E" }), { at: new Date(now.getTime() + 86_400_000) });
    expect((await findEmailKinds()).filter((kind) => kind === "event-place-again")).toHaveLength(2);
  });

  it("gets the response of an unknown address also before the process knows that the event was canceled", async () => {
    const id = await addEvent();
    await signUp(aPerson("Ada"));
    const known = await readStoredEvents(db, now);
    await cancelEvent({ db, clock: { now: () => now }, outbox, ...auditDeps }, id);
    expect(await signUp(aPerson("Ada"), { known })).toBe("next-date");
  });

  it("gets a new position behind the others after cancellation", async () => {
    await addEvent({ capacity: 1 });
    await signUp(aPerson("Ada"));
    await signUp(aPerson("Ben"));
    await db
      .updateTable("linkedinLiveSignups")
      .set({ state: "cancelled" })
      .where("name", "=", "Ada")
      .execute();
    expect(await signUp(aPerson("Ada"))).toBe("waiting");
    expect(
      (await signups()).map(({ name, state, placeNumber }) => [name, state, placeNumber]),
    ).toContainEqual(["Ada", "waiting", 3]);
  });
});

describe("a sign-up with an outdated cached event", () => {
  it("that was canceled becomes a request for the next date", async () => {
    const id = await addEvent();
    const known = await readStoredEvents(db, now);
    await cancelEvent({ db, clock: { now: () => now }, outbox, ...auditDeps }, id);
    expect(await signUp(aPerson("Ada"), { known })).toBe("next-date");
    expect((await signups())[0]?.state).toBe("next-date");
  });

  it("that was moved is a sign-up for the moved event", async () => {
    const id = await addEvent();
    const known = await readStoredEvents(db, now);
    await editEvent({ db, clock: { now: () => now }, outbox, ...auditDeps }, id, {
      start: "2026-12-02T12:00",
    });
    expect(await signUp(aPerson("Ada"), { known })).toBe("seat");
  });
});

describe("a sign-up that names an event", () => {
  const inMay = new Date("2027-05-13T17:00:00Z");

  it("reserves a seat at this one, and another one at another event", async () => {
    const next = await addEvent();
    const later = await addEvent({ startsAt: inMay, capacity: 1 });
    expect(await signUp({ ...aPerson("Ada"), eventId: later })).toBe("seat");
    expect(await signUp({ ...aPerson("Ben"), eventId: later })).toBe("waiting");
    expect(await signUp(aPerson("Ada"))).toBe("seat");
    // A repeat keeps the one seat at each.
    expect(await signUp({ ...aPerson("Ada"), eventId: next })).toBe("seat");
    const rows = await db.selectFrom("linkedinLiveSignups").select(["eventId", "name", "state"]).execute();
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { eventId: later, name: "Ada", state: "seat" },
        { eventId: later, name: "Ben", state: "waiting" },
        { eventId: next, name: "Ada", state: "seat" },
      ]),
    );
    const seats = await db.selectFrom("events").select(["id", "seatsTaken"]).orderBy("startsAt").execute();
    expect(seats).toEqual([
      { id: next, seatsTaken: 1 },
      { id: later, seatsTaken: 1 },
    ]);
  });

  it("that was canceled in the meantime stores nothing while another one is open", async () => {
    const canceled = await addEvent();
    await addEvent({ startsAt: inMay });
    const known = await readStoredEvents(db, now);
    await cancelEvent({ db, clock: { now: () => now }, outbox, ...auditDeps }, canceled);
    expect(await signUp({ ...aPerson("Ada"), eventId: canceled }, { known })).toBe("event-closed");
    expect(await signups()).toEqual([]);
    expect(await findEmailKinds()).toEqual([]);
  });

  it("that is no longer open is a request for the next date without another one", async () => {
    const id = await addEvent();
    await cancelEvent({ db, clock: { now: () => now }, outbox, ...auditDeps }, id);
    expect(await signUp({ ...aPerson("Ada"), eventId: id })).toBe("next-date");
  });

  it("that is no longer open is answered with the next one if the submission was quarantined", async () => {
    const canceled = await addEvent();
    const next = await addEvent({ startsAt: inMay });
    await cancelEvent({ db, clock: { now: () => now }, outbox, ...auditDeps }, canceled);
    const { id: quarantinedId } = await quarantineSubmission(db, {
      form: "event-signup",
      reason: "token",
      at: now,
      input: {},
      sender: serializeSource(aSubmission()),
      fingerprint: "x",
      resultKey: null,
    });
    expect(await signUp({ ...aPerson("Ada"), eventId: canceled }, { quarantinedId })).toBe("next-date");
    const [row] = await db.selectFrom("linkedinLiveSignups").select(["state", "eventId"]).execute();
    expect(row).toEqual({ state: "told", eventId: next });
    expect(await findEmailKinds()).toContain("next-date");
  });
});

describe("a sign-up without a free seat", () => {
  it("is a request for the next date, once per address, with a confirmation", async () => {
    expect(await signUp(aPerson("Ada"))).toBe("next-date");
    expect(await signUp(aPerson("Ada"))).toBe("next-date");
    expect((await signups()).filter(({ state }) => state === "next-date")).toHaveLength(1);
    expect(await findEmailKinds()).toEqual(["new-event-signup", "next-date-noted"]);
    // A repeated request is confirmed again on another day.
    await signUp(aPerson("Ada"), { at: new Date(now.getTime() + 86_400_000) });
    expect((await findEmailKinds()).filter((kind) => kind === "next-date-noted")).toHaveLength(2);
  });

  it("during the event reserves a free seat, but no waiting-list position", async () => {
    const startsAt = new Date(now.getTime() - 10 * 60_000);
    await addEvent({ capacity: 1, startsAt });
    expect(await signUp(aPerson("Ada"))).toBe("seat");
    expect(await signUp(aPerson("Ben"))).toBe("next-date");
  });
});

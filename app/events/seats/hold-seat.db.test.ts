import { formHandlers } from "#server/form-handlers.ts";
import { describe, expect, it } from "vitest";
import {
  findQuarantined,
  quarantineSubmission,
  deleteQuarantined,
} from "#app/intake/quarantine/quarantine.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { acceptSubmission, acceptQuarantined } from "#app/intake/quarantine/accept-quarantined.server.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { seatsLeftOf, getEventStatus } from "#app/events/schedule/live-event.ts";
import { writeDueReminders } from "#app/events/schedule/reminders.server.ts";
import { promoteAfterHolds } from "./promote-after-holds.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { attemptLimits, maxUnconfirmedSeatsPerAddress } from "#app/platform/limits.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { onRecord } from "#tests/kit/on-record.ts";
import { holdSeat } from "./hold-seat.server.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";

const { db } = testDatabase();
const start = new Date("2026-11-21T12:00:00Z");
const minutesLater = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const outbox = createOutbox(() => undefined);

const setEvent = (capacity: number) => db.insertInto("events").values(anEvent({ capacity })).execute();

async function depsAt(now: Date) {
  const standing = getEventStatus(now, await findCurrentEvents(db));
  return {
    db,
    outbox,
    clock: { now: () => now },
    events: { standing: () => standing },
    formHandlers,
    ...onRecord,
  };
}

const inputOf = (name: string) => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  phone: null,
  questions: null,
  topics: null,
});

/** Quarantines a sign-up, and holds a seat for it if one can be held. @returns its id */
async function quarantine(
  name: string,
  at = start,
  addressKey = name,
  mailboxKey = inputOf(name).email,
): Promise<string> {
  const { id } = await quarantineSubmission(db, {
    form: "event-signup",
    reason: "token",
    at,
    input: inputOf(name),
    sender: serializeSource(aSubmission()),
    fingerprint: `${name} ${addressKey}`,
    mailboxKey,
    resultKey: null,
    confirmationRequestedAt: at,
  });
  await holdSeat(await depsAt(at), id, { addressKey, mailboxKey });
  return id;
}

/** Signs up immediately. */
async function signUp(name: string, at = start, addressKey = name, mailboxKey = inputOf(name).email) {
  const unconfirmed = { addressKey, mailboxKey, senderKey: addressKey, hasFormToken: true };
  // The addresses of most tests share a mail domain, whose limit is not their subject.
  const isLimited = mailboxKey !== inputOf(name).email;
  const submission = aSubmission({ at, unconfirmed, mailboxKey, isLimited });
  return signUpForEvent(await depsAt(at), inputOf(name), submission);
}

/** Presses the link in the confirmation email. */
async function confirm(id: string, at = start) {
  const held = await findQuarantined(db, id);
  if (held === undefined) throw new Error("The submission is not quarantined.");
  return acceptSubmission(await depsAt(at), held, { isLimited: true });
}

const accept = async (id: string, at = start) => acceptQuarantined(await depsAt(at), id);

const heldSeats = async () =>
  (
    await db
      .selectFrom("quarantinedSubmissions")
      .select("id")
      .where("seatHeldUntil", "is not", null)
      .execute()
  ).length;

async function seatsLeft(at: Date): Promise<number> {
  const [event] = await findCurrentEvents(db);
  if (event === undefined) throw new Error("There is no event.");
  return seatsLeftOf(event, at);
}

const placesOf = async () =>
  Object.fromEntries(
    (await db.selectFrom("linkedinLiveSignups").select(["name", "state"]).execute()).map(
      ({ name, state }) => [name, state],
    ),
  );

describe("a held seat", () => {
  it("counts as taken for two hours, and is assigned to the sign-up when its mailbox is confirmed in time", async () => {
    await setEvent(1);
    const ada = await quarantine("Ada");
    expect(await seatsLeft(minutesLater(119))).toBe(0);
    expect(await signUp("Ben", minutesLater(119))).toBe("waiting");
    expect(await accept(ada, minutesLater(119))).toEqual({ ok: true, became: "seat" });
    expect(await placesOf()).toEqual({ Ada: "seat", Ben: "waiting" });
    expect(await db.selectFrom("events").select(["seatsTaken", "seatsHeldUntil"]).execute()).toEqual([
      { seatsTaken: 1, seatsHeldUntil: [] },
    ]);
  });

  it("becomes free after two hours; a later confirmation takes the next free seat", async () => {
    await setEvent(1);
    const ada = await quarantine("Ada");
    expect(await seatsLeft(minutesLater(121))).toBe(1);
    expect(await signUp("Ben", minutesLater(121))).toBe("seat");
    expect(await accept(ada, minutesLater(122))).toEqual({ ok: true, became: "waiting" });
  });

  it("goes to the first person on the waiting list when it expires, and not to a new sign-up", async () => {
    await setEvent(1);
    await quarantine("Ada");
    expect(await signUp("Ben")).toBe("waiting");
    expect(await signUp("Cleo", minutesLater(121))).toBe("waiting");
    expect(await promoteAfterHolds(await depsAt(minutesLater(121)))).toBe(1);
    expect(await placesOf()).toEqual({ Ben: "seat", Cleo: "waiting" });
    expect(await promoteAfterHolds(await depsAt(minutesLater(122)))).toBe(0);
  });

  it("is not offered to the waiting list while it is held", async () => {
    await setEvent(1);
    await quarantine("Ada");
    await signUp("Ben");
    expect(await promoteAfterHolds(await depsAt(minutesLater(60)))).toBe(0);
  });

  it("is released when staff delete the submission", async () => {
    await setEvent(1);
    const ada = await quarantine("Ada");
    await deleteQuarantined({ db, ...onRecord, formHandlers }, ada);
    expect(await seatsLeft(start)).toBe(1);
  });

  it("never exceeds the capacity of the event under concurrent sign-ups", async () => {
    await setEvent(4);
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? quarantine(`Person${n}`) : signUp(`Person${n}`))),
    );
    const { seatsTaken } = await db.selectFrom("events").select("seatsTaken").executeTakeFirstOrThrow();
    expect(seatsTaken + (await heldSeats())).toBeLessThanOrEqual(4);
    expect(await seatsLeft(start)).toBe(4 - seatsTaken - (await heldSeats()));
  });
});

describe("seats that no mailbox confirmation backs", () => {
  it.each([
    [100, 40],
    [51, 21],
    [8, 5],
  ])("of an event with %i seats are at most %i, taken and held together", async (capacity, most) => {
    await setEvent(capacity);
    for (let hour = 0; hour < 2; hour += 1) {
      await Promise.all(
        Array.from({ length: 30 }, (_, n) => {
          const name = `Person${hour * 30 + n}`;
          return n % 5 === 0
            ? quarantine(name, minutesLater(hour * 60))
            : signUp(name, minutesLater(hour * 60));
        }),
      );
    }
    const seats = Object.values(await placesOf()).filter((state) => state === "seat").length;
    expect(seats + (await heldSeats())).toBe(most);
    expect(await signUp("Ada", minutesLater(119))).toBe("needs-confirmation");
  });

  it("are five for one network address and event, taken and held together, also at the same moment", async () => {
    await setEvent(100);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, n) =>
        n % 2 === 0 ? quarantine(`Person${n}`, start, "office") : signUp(`Person${n}`, start, "office"),
      ),
    );
    const seats = outcomes.filter((outcome) => outcome === "seat").length;
    expect(seats + (await heldSeats())).toBe(maxUnconfirmedSeatsPerAddress);
    expect(outcomes).toContain("needs-confirmation");
    expect(await signUp("Elsewhere", start, "another office")).toBe("seat");
  });

  it("do not count against the network address after the mailbox is confirmed", async () => {
    await setEvent(100);
    for (let n = 0; n < 40; n += 1) await accept(await quarantine(`Person${n}`, start, "office"));
    expect(Object.values(await placesOf())).toEqual(Array.from({ length: 40 }, () => "seat"));
    // Moves on by an hour, because all of these seats were held within this one.
    expect(await signUp("Ada", minutesLater(60), "office")).toBe("seat");
  });

  it("do not reveal whether an address is known after they run out", async () => {
    await setEvent(100);
    await signUp("Known", start, "another office");
    for (let n = 0; n < 5; n += 1) await signUp(`Person${n}`, start, "office");
    expect(await signUp("Known", start, "office")).toBe("needs-confirmation");
    expect(await signUp("Unknown", start, "office")).toBe("needs-confirmation");
    // A resend from the same network address gets the first response.
    expect(await signUp("Person4", start, "office")).toBe("seat");
  });

  it("are limited to thirty an hour for all network addresses together, also under concurrency", async () => {
    await setEvent(100);
    const { most } = attemptLimits.unconfirmedSeatsByEvent;
    const outcomes = await Promise.all(
      Array.from({ length: most + 20 }, async (_, n) =>
        n % 5 === 0 ? quarantine(`Person${n}`) : signUp(`Person${n}`),
      ),
    );
    const seats = outcomes.filter((outcome) => outcome === "seat").length;
    expect(seats + (await heldSeats())).toBe(most);
    expect(await signUp("Ada")).toBe("needs-confirmation");
    expect(await signUp("Ada", minutesLater(60))).toBe("seat");
  });
});

describe("one mailbox with many addresses", () => {
  it("has one unconfirmed place at an event, also at the same moment", async () => {
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

  it("has one place at an event after confirmation; further ones wait for staff", async () => {
    await setEvent(100);
    const tags = await Promise.all(
      Array.from({ length: 8 }, (_, n) => quarantine(`Tag${n}`, start, `Tag${n}`, "mailbox")),
    );
    const outcomes = await Promise.all(tags.map((id) => confirm(id)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 7 }, () => ({ ok: false, reason: "needs-staff" })),
    );
    expect(await signUp("Tag8", minutesLater(121), "office", "mailbox")).toBe("needs-staff");
    expect(Object.values(await placesOf())).toEqual(["seat"]);
    const refused = tags.find((_, n) => outcomes[n]?.ok === false) ?? "";
    expect(await accept(refused)).toEqual({ ok: true, became: "seat" });
  });

  it("can repeat the sign-up of its place, and have another place after it was cancelled", async () => {
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

describe("the public number of free seats", () => {
  it.each([
    ["a sign-up in quarantine", (name: string, at: Date) => quarantine(name, at, "attacker")],
    ["an immediate sign-up", (name: string, at: Date) => signUp(name, at, "attacker")],
  ])("moves with %s in the same way for a known and an unknown address", async (_what, send) => {
    await setEvent(100);
    await signUp("Unconfirmed", start, "home");
    await accept(await quarantine("Confirmed"));
    for (const name of ["Unconfirmed", "Confirmed", "Stranger"]) {
      const before = await seatsLeft(start);
      const first = await send(name, start);
      expect(await seatsLeft(start), name).toBe(before - 1);
      if (first === "seat") expect(await send(name, start), name).toBe("seat");
      expect(await seatsLeft(start), name).toBe(before - 1);
    }
    // The places of the two whose addresses are known stay as they are.
    expect(await placesOf()).toMatchObject({ Unconfirmed: "seat", Confirmed: "seat" });
  });

  it("moves at most five times for one network address, whatever is known", async () => {
    await setEvent(100);
    for (let n = 0; n < 6; n += 1) await accept(await quarantine(`Person${n}`));
    for (let n = 0; n < 5; n += 1) expect(await signUp(`Person${n}`, start, "attacker")).toBe("seat");
    expect(await signUp("Person5", start, "attacker")).toBe("needs-confirmation");
    expect(await signUp("Stranger", start, "attacker")).toBe("needs-confirmation");
    expect(await signUp("Person0", start, "attacker")).toBe("seat");
    expect(await seatsLeft(start)).toBe(89);
    expect(await seatsLeft(minutesLater(121))).toBe(94);
  });

  it("is corrected when the owner of a known address confirms", async () => {
    await setEvent(100);
    await signUp("Ada", start, "home");
    const id = await quarantine("Ada", start, "attacker");
    expect(await seatsLeft(start)).toBe(98);
    await accept(id);
    expect(await seatsLeft(start)).toBe(99);
  });
});

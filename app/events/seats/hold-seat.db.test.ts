import { describe, expect, it } from "vitest";
import { deleteQuarantined } from "#app/intake/quarantine/quarantine.server.ts";
import { attemptLimits, maxUnconfirmedSeatsPerAddress } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { minutesLater, seatCommands, start } from "#tests/kit/seats.ts";
import { promoteAfterHolds } from "./promote-after-holds.server.ts";
import { formHandlers } from "#server/form-handlers.ts";

const { db } = testDatabase();
const { accept, depsAt, heldSeats, findStates, quarantine, resend, seatsLeft, setEvent, signUp } =
  seatCommands(db);

describe("a held seat", () => {
  it("counts as taken for two hours, and is assigned to the sign-up when its mailbox is confirmed in time", async () => {
    await setEvent(1);
    const ada = await quarantine("Ada");
    expect(await seatsLeft(minutesLater(119))).toBe(0);
    expect(await signUp("Ben", minutesLater(119))).toBe("waiting");
    expect(await accept(ada, minutesLater(119))).toEqual({ ok: true, became: "seat" });
    expect(await findStates()).toEqual({ Ada: "seat", Ben: "waiting" });
    expect(await db.selectFrom("events").select(["seatsTaken", "seatsHeldUntil"]).execute()).toEqual([
      { seatsTaken: 1, seatsHeldUntil: [] },
    ]);
  });

  it("becomes free after two hours; a later confirmation takes the next available seat", async () => {
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
    expect(await findStates()).toEqual({ Ben: "seat", Cleo: "waiting" });
    expect(await promoteAfterHolds(await depsAt(minutesLater(122)))).toBe(0);
  });

  it("goes to the waiting list when it expires, also if no one signs up", async () => {
    await setEvent(1);
    await quarantine("Ada");
    expect(await signUp("Ben")).toBe("waiting");
    expect(await promoteAfterHolds(await depsAt(minutesLater(121)))).toBe(1);
    expect(await promoteAfterHolds(await depsAt(minutesLater(122)))).toBe(0);
    expect(await findStates()).toEqual({ Ben: "seat" });
  });

  it("goes to the first person on the waiting list when it expires, although a later one signs up again", async () => {
    await setEvent(1);
    await quarantine("Ada");
    for (const name of ["Ben", "Cleo"]) expect(await signUp(name)).toBe("waiting");
    expect(await signUp("Cleo", minutesLater(121))).toBe("waiting");
    expect(await findStates()).toEqual({ Ben: "seat", Cleo: "waiting" });
    expect(await seatsLeft(minutesLater(121))).toBe(0);
  });

  it("goes to a waiting person who signs up again after it expired, with one promotion", async () => {
    await setEvent(1);
    await quarantine("Ada");
    await signUp("Ben");
    // The response is that of an unknown address, which would wait.
    expect(await signUp("Ben", minutesLater(121))).toBe("waiting");
    expect(await findStates()).toEqual({ Ben: "seat" });
    const promotions = db.selectFrom("letters").select("recipient").where("kind", "=", "event-promoted");
    expect(await promotions.execute()).toEqual([{ recipient: "ben@example.com" }]);
  });

  it("goes to the waiting list when staff delete the submission, and not to a new sign-up", async () => {
    await setEvent(1);
    const ada = await quarantine("Ada");
    await signUp("Ben");
    await deleteQuarantined({ db, ...auditDeps, formHandlers }, ada);
    expect(await signUp("Cleo", minutesLater(1))).toBe("waiting");
    expect(await findStates()).toEqual({ Ben: "seat", Cleo: "waiting" });
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
    const countOfHour = () =>
      db.selectFrom("rateLimits").select("count").where("key", "like", "unconfirmed-seats %");
    expect(await countOfHour().execute()).toEqual([{ count: 1 }]);
    await deleteQuarantined({ db, ...auditDeps, formHandlers }, ada);
    expect(await seatsLeft(start)).toBe(1);
    expect((await countOfHour().execute()).filter(({ count }) => count > 0)).toEqual([]);
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

describe("seats without a mailbox confirmation", () => {
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
    const seats = Object.values(await findStates()).filter((state) => state === "seat").length;
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

  it("are not added by repeats of quarantined sign-ups that are accepted immediately", async () => {
    await setEvent(100);
    await signUp("Mallory", start, "office");
    for (let n = 0; n < 10; n += 1) {
      await quarantine("Mallory", start, "office");
      await resend("Mallory", start, "office");
    }
    expect(await seatsLeft(start)).toBe(99);
  });

  it("do not use up the hour of the event if they are held and released repeatedly", async () => {
    await setEvent(100);
    await signUp("Mallory", start, "office");
    for (let n = 0; n < attemptLimits.unconfirmedSeatsByEvent.most; n += 1) {
      // A hold of the hour before is subtracted from that hour.
      await quarantine("Mallory", n === 0 ? minutesLater(-1) : start, "office");
      await resend("Mallory", start, "office");
    }
    expect(await signUp("Ada", start, "home")).toBe("seat");
  });

  it("return to the hour of the event once, also after concurrent repeats", async () => {
    await setEvent(100);
    for (let n = 0; n < 6; n += 1) await signUp(`Person${n}`);
    await signUp("Mallory", start, "office");
    const counted = async () =>
      (
        await db
          .selectFrom("rateLimits")
          .select("count")
          .where("key", "like", "unconfirmed-seats %")
          .executeTakeFirstOrThrow()
      ).count;
    expect(await counted()).toBe(7);
    await quarantine("Mallory", start, "office");
    expect(await counted()).toBe(8);
    await Promise.all(Array.from({ length: 5 }, () => resend("Mallory", start, "office")));
    expect(await counted()).toBe(7);
  });

  it("do not grow by a repeat of a sign-up for which another network address holds a seat", async () => {
    await setEvent(100);
    for (let n = 0; n < maxUnconfirmedSeatsPerAddress; n += 1) await signUp(`Person${n}`, start, "office");
    await quarantine("Ada", start, "home");
    expect(await resend("Ada", start, "office", "home")).toBe("needs-confirmation");
  });

  it("include seats held for repeats of other people's sign-ups", async () => {
    await setEvent(100);
    for (let n = 0; n < 10; n += 1) await accept(await quarantine(`Person${n}`));
    for (let n = 0; n < 10; n += 1) {
      await quarantine(`Person${n}`, start, "office");
      await resend(`Person${n}`, start, "office");
    }
    expect(await seatsLeft(start)).toBe(90 - maxUnconfirmedSeatsPerAddress);
  });

  it("do not count against the network address after the mailbox is confirmed", async () => {
    await setEvent(100);
    for (let n = 0; n < 40; n += 1) await accept(await quarantine(`Person${n}`, start, "office"));
    expect(Object.values(await findStates())).toEqual(Array.from({ length: 40 }, () => "seat"));
    expect(await signUp("Ada", start, "office")).toBe("seat");
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

describe("the public number of free seats", () => {
  it.each([
    ["a sign-up in quarantine", (name: string, at: Date) => quarantine(name, at, "attacker")],
    ["an immediate sign-up", (name: string, at: Date) => signUp(name, at, "attacker")],
  ])("changes with %s in the same way for a known and an unknown address", async (_what, send) => {
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
    // The sign-ups of the two known addresses are unchanged.
    expect(await findStates()).toMatchObject({ Unconfirmed: "seat", Confirmed: "seat" });
  });

  it("changes at most five times for one network address, for known and unknown addresses", async () => {
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

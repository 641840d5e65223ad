import { describe, expect, it } from "vitest";
import { attemptLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { minutesLater, seatCommands, start } from "#tests/kit/seats.ts";
import { cancelSeat } from "./find-seat.server.ts";

const { db } = testDatabase();
const { accept, confirm, depsAt, findStates, quarantine, resend, setEvent, signUp } = seatCommands(db);
const { most } = attemptLimits.unconfirmedSeatsByEvent;

describe("a canceled sign-up without a mailbox confirmation", () => {
  it.each([
    ["seat", 100],
    ["waiting", 1],
  ])("does not use up the hour of the event: %s", async (state, capacity) => {
    await setEvent(capacity);
    await signUp("First", minutesLater(-60));
    for (let n = 0; n < most + 1; n += 1) {
      expect(await signUp(`Mallory${n}`, start, "office")).toBe(state);
      await cancel(`Mallory${n}`);
    }
    expect(await signUp("Ada", start, "home")).toBe(state);
    expect(await countHours()).toEqual([1, 1]);
  });

  it("is subtracted once, also after concurrent cancellations", async () => {
    await setEvent(100);
    for (const name of ["Ada", "Ben", "Cleo"]) await signUp(name);
    await Promise.all(Array.from({ length: 5 }, () => cancel("Ben")));
    await cancel("Ben");
    expect(await findStates()).toEqual({ Ada: "seat", Ben: "cancelled", Cleo: "seat" });
    expect(await countHours()).toEqual([2]);
  });

  it("is subtracted from the hour in which it was counted", async () => {
    await setEvent(100);
    await signUp("Ada");
    await signUp("Ben", minutesLater(60));
    await signUp("Cleo", minutesLater(60));
    await cancel("Ada", minutesLater(60));
    expect(await countHours()).toEqual([2]);
    await cancel("Ben", minutesLater(121));
    expect(await countHours()).toEqual([1]);
  });

  it("is subtracted from the hour of the sign-up after a promotion from the waiting list", async () => {
    await setEvent(1);
    await signUp("Ada");
    await signUp("Ben");
    await cancel("Ada", minutesLater(60));
    expect(await findStates()).toEqual({ Ada: "cancelled", Ben: "seat" });
    await signUp("Cleo", minutesLater(60));
    await cancel("Ben", minutesLater(61));
    expect(await countHours()).toEqual([1]);
  });
});

describe("the hour of the event", () => {
  it.each<[string, (name: string) => Promise<unknown>]>([
    ["an accepted one", async (name) => accept(await quarantine(name, start, "office"))],
    [
      "one that is sent again and accepted immediately",
      async (name) => {
        await quarantine(name, start, "office");
        await resend(name, start, "office");
      },
    ],
    [
      "one whose mailbox is confirmed later",
      async (name) => {
        await signUp(name, start, "office");
        await accept(await quarantine(name, start, "office"));
      },
    ],
    [
      "one that is taken over from the mailbox",
      async (name) => {
        await signUp(`First${name}`, start, "office", name);
        await confirm(await quarantine(name, start, "office", name));
      },
    ],
  ])("is not used up by a sign-up that is canceled: %s", async (_what, signUpAgain) => {
    await setEvent(100);
    await signUp("Ada", start, "home");
    for (let n = 0; n < 3; n += 1) {
      await signUpAgain(`Mallory${n}`);
      await cancel(`Mallory${n}`);
      expect(await countHours()).toEqual([1]);
    }
  });
});

async function cancel(name: string, at = start): Promise<void> {
  const { placeKey } = await db
    .selectFrom("linkedinLiveSignups")
    .select("placeKey")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  await cancelSeat(await depsAt(at), placeKey);
}

/** The counts of unconfirmed seats, oldest hour first. */
async function countHours(): Promise<number[]> {
  const rows = await db
    .selectFrom("rateLimits")
    .select("count")
    .where("key", "like", "unconfirmed-seats %")
    .orderBy("windowStart")
    .execute();
  return rows.map(({ count }) => count);
}

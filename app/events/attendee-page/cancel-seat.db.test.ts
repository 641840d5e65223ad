import { describe, expect, it } from "vitest";
import { attemptLimits } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { minutesLater, seatCommands, start } from "#tests/kit/seats.ts";
import { cancelSeat } from "./find-seat.server.ts";

const { db } = testDatabase();
const { accept, depsAt, findStates, quarantine, setEvent, signUp } = seatCommands(db);
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

it("a canceled sign-up that was not counted subtracts nothing", async () => {
  await setEvent(100);
  await accept(await quarantine("Ada"));
  await signUp("Ben");
  expect(await countHours()).toEqual([2]);
  await cancel("Ada");
  expect(await countHours()).toEqual([2]);
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

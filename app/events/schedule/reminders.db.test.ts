import { beforeEach, expect, test } from "vitest";
import { storeCheck } from "#app/data/maintenance/check-clocks.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createReminderJob } from "./reminders.server.ts";

const { db } = testDatabase();
const dayMs = 86_400_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

beforeEach(() => storeCheck(db, new Date()));

/** Stores an event with one attendee, and runs the reminders of a server whose clock is wrong by some days. */
async function remind(startsInMs: number, days: number) {
  const { id } = await db
    .insertInto("events")
    .values(anEvent({ startsAt: fromNow(startsInMs), seatsTaken: 1, lastPlaceNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: id, state: "seat", placeNumber: 1, stateSince: fromNow(-40 * dayMs) }))
    .execute();
  const lines: string[] = [];
  const log = createLog({ level: "info", write: (line) => lines.push(line) });
  const clock = { now: () => fromNow(days * dayMs) };
  const run = createReminderJob({
    db,
    clock,
    builtAt: undefined,
    outbox: createOutbox(() => undefined),
    log,
  });
  await run();
  await run();
  const kinds = await db.selectFrom("letters").select("kind").execute();
  const event = await db.selectFrom("events").select("hourReminderFor").executeTakeFirstOrThrow();
  return { kinds: kinds.map(({ kind }) => kind), hourReminderFor: event.hourReminderFor, lines };
}

test("plausible clocks: a due reminder is queued", async () => {
  expect(await remind(50 * 60_000, 0)).toMatchObject({ kinds: ["event-reminder-hour"], lines: [] });
});

test("a server whose clock is 24 days ahead queues no reminder and logs it once", async () => {
  const { kinds, hourReminderFor, lines } = await remind(24 * dayMs + 50 * 60_000, 24);
  expect({ kinds, hourReminderFor }).toEqual({ kinds: [], hourReminderFor: null });
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: "events.reminders_paused", kind: "clocks-differ" }),
  ]);
});

test("clocks of an embedded database that jumped ahead queue no reminder", async () => {
  await storeCheck(db, fromNow(-24 * dayMs));
  expect(await remind(50 * 60_000, 0)).toMatchObject({ kinds: [], hourReminderFor: null });
});

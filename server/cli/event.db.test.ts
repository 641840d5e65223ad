import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { run } from "./event.ts";

const database = testDatabase();
const { db } = database;

const hosts = liveEvent.hosts.map(({ key }) => key);
const options = {
  title: " Before the LOI ",
  start: "2026-12-10T12:00",
  "join-url": "https://live.example.com/a",
  topic: "Tax",
};

test("an event is added, listed with its seats, changed and canceled, and everyone affected gets an email", async () => {
  expect(await event("list")).toEqual(printed("There are no events yet."));
  await signUp({ state: "next-date", eventId: null, placeNumber: null });

  const added = await add({ capacity: "2" });
  const id = await findId();
  const name = `Before the LOI, Thursday, December 10, 2026, 12:00 PM CST (${id})`;
  expect(added).toEqual(printed(`Added ${name}.\n1 person who asked about the next date will get an email.`));

  await fill(id, { seats: 2, waiting: 2 });
  expect(await event("list")).toEqual(
    printed(`${id}\tfull\tDec 10, 2026, 12:00 PM CST\t2/2\t2\tBefore the LOI`),
  );

  expect(await event("edit", id, "--capacity", "3", "--start", "2026-12-10T13:00")).toEqual(
    printed(
      [
        `Changed to ${name.replace("12:00", "1:00")}.`,
        "3 people with a seat or on the waiting list will get an email about the change.",
        "1 person from the waiting list got a seat and will get an email.",
      ].join("\n"),
    ),
  );
  expect(await event("cancel", id)).toEqual(
    printed(
      `Canceled ${name.replace("12:00", "1:00")}.\n4 people with a seat or on the waiting list will get an email.`,
    ),
  );
  expect((await event("list")).out).toContain(`${id}\tcanceled\t`);
  // Emails about the earlier change that were not sent yet are deleted, because they would be wrong.
  expect(await listEmailKinds()).toEqual([
    ...Array.from({ length: 4 }, () => "event-cancelled"),
    "event-promoted",
    "next-date",
  ]);
});

test("an event has the firm’s time zone, 45 minutes, 100 seats and all hosts by default", async () => {
  await add();
  expect(await findDetails()).toEqual({
    title: "Before the LOI",
    startsAt: new Date("2026-12-10T18:00:00Z"),
    timeZone: practice.timeZone,
    durationMinutes: 45,
    capacity: 100,
    hosts,
    topics: ["Tax"],
    joinUrl: "https://live.example.com/a",
  });
});

test("options replace the defaults, and topics and hosts can be repeated", async () => {
  const [host = ""] = hosts;
  const more = ["--host", host, `--host=${host}`, "--topic", "Price"];
  await add({ zone: "Europe/London", duration: "60", capacity: "250" }, ...more);
  expect(await findDetails()).toMatchObject({
    startsAt: new Date("2026-12-10T12:00:00Z"),
    timeZone: "Europe/London",
    durationMinutes: 60,
    capacity: 250,
    hosts: [host],
    topics: ["Tax", "Price"],
  });
});

test("an edit changes only the given fields, and reports no recipients if no one is affected", async () => {
  await add();
  const before = await findDetails();
  const { out } = await event("edit", await findId(), "--topic", "Price");
  expect(out).toMatch(/^Changed to .*\.\n$/);
  expect(await findDetails()).toEqual({ ...before, topics: ["Price"] });
});

test("the capacity cannot be lower than the number of seats taken", async () => {
  await add({ capacity: "2" });
  const id = await findId();
  await fill(id, { seats: 2, waiting: 0 });
  expect(await event("edit", id, "--capacity", "1")).toEqual(
    refused("2 seats are taken, so the capacity cannot be lower."),
  );
});

test("an impossible change is refused with a reason", async () => {
  const unknown = refused("There is no event with that ID. Use list to see all events.");
  const id = randomUUID();
  expect(await event("cancel", id)).toEqual(unknown);
  expect(await event("edit", id, "--capacity", "1")).toEqual(unknown);
  expect(await add({ start: "2026-11-01T12:00" })).toEqual(
    refused("That is in the past. Choose a --start in the future."),
  );
  // Clocks go forward that night.
  expect(await add({ start: "2027-03-14T02:30" })).toEqual(
    refused("Clocks skip that hour on that day in that time zone. Choose another --start."),
  );
  await add();
  const added = await findId();
  await event("cancel", added);
  expect(await event("cancel", added)).toEqual(
    refused("That event is canceled already. Add another one instead."),
  );
});

test.each([
  ["2026-12-10T17:59:00Z", "upcoming"],
  ["2026-12-10T18:00:00Z", "live"],
  ["2026-12-10T18:45:00Z", "past"],
])("at %s the list shows the status %s", async (at, status) => {
  await add();
  const { out } = await eventAt(at, "list");
  expect(out.split("\t")[1]).toBe(status);
});

test("an event that is over cannot be canceled", async () => {
  await add();
  expect(await eventAt("2026-12-10T18:45:00Z", "cancel", await findId())).toEqual(
    refused("That event is over and cannot be changed."),
  );
});

describe("an invalid value is refused:", () => {
  test.each<[Record<string, string>, string]>([
    [{ title: "  " }, "--title must not be empty."],
    [{ start: "tomorrow" }, "--start must be a time like 2026-12-10T12:00."],
    [{ start: "2026-02-30T12:00" }, "--start must be a time that exists."],
    [{ zone: "Texas" }, "--zone must be an IANA time zone, e.g. America/Chicago."],
    [{ duration: "an hour" }, "--duration must be a whole number of minutes."],
    [{ duration: "" }, "--duration must be a whole number of minutes."],
    [{ capacity: "0" }, "--capacity must be 1 seat or more."],
    [{ capacity: "1e3" }, "--capacity must be a whole number of seats."],
    [{ topic: "" }, "--topic must not be empty."],
    [{ topic: "x".repeat(201) }, "--topic must have at most 200 characters."],
    [{ "join-url": "http://live.example.com" }, "--join-url must be a full https:// address."],
    [{ host: "nemo" }, `--host nemo is not in content/live-event.ts, which has ${hosts.join(", ")}.`],
  ])("%j", async (invalid, problem) => {
    expect(await add(invalid)).toEqual(refused(problem));
    expect(await event("edit", randomUUID(), ...toArgs(invalid))).toEqual(refused(problem));
  });

  test.each([
    ["edit", "next", "--capacity", "60"],
    ["cancel", "next"],
  ])("the ID in %s %s", async (...args) => {
    expect(await event(...args)).toEqual(
      refused("next is not the ID of an event. Use list to see all events."),
    );
  });
});

function event(...args: string[]) {
  return eventAt("2026-11-21T12:00:00Z", ...args);
}

function eventAt(at: string, ...args: string[]) {
  return runCommand(run, args, { ...database, clock: { now: () => new Date(at) } });
}

function add(changed: Record<string, string> = {}, ...more: string[]) {
  return event("add", ...toArgs({ ...options, ...changed }), ...more);
}

function toArgs(given: Record<string, string>): string[] {
  return Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
}

function printed(text: string) {
  return { code: 0, out: `${text}\n`, problems: "" };
}

function refused(text: string) {
  return { code: 1, out: "", problems: `${text}\n` };
}

async function findId(): Promise<string> {
  const { id } = await db.selectFrom("events").select("id").executeTakeFirstOrThrow();
  return id;
}

async function findDetails() {
  return db
    .selectFrom("events")
    .select(["title", "startsAt", "timeZone", "durationMinutes", "capacity", "hosts", "topics", "joinUrl"])
    .executeTakeFirstOrThrow();
}

async function fill(eventId: string, { seats, waiting }: { seats: number; waiting: number }): Promise<void> {
  for (let number = 1; number <= seats + waiting; number += 1) {
    await signUp({ state: number <= seats ? "seat" : "waiting", eventId, placeNumber: number });
  }
  await db
    .updateTable("events")
    .set({ seatsTaken: seats, lastPlaceNumber: seats + waiting })
    .where("id", "=", eventId)
    .execute();
}

async function signUp(place: {
  state: "seat" | "waiting" | "next-date";
  eventId: string | null;
  placeNumber: number | null;
}): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  await db
    .insertInto("linkedinLiveSignups")
    .values({ name: "A person", email, phone: null, questions: null, topics: null, ...place })
    .execute();
}

async function listEmailKinds(): Promise<string[]> {
  const emails = await db.selectFrom("letters").select("kind").orderBy("kind").execute();
  return emails.map(({ kind }) => kind);
}

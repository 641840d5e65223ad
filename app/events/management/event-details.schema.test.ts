import { describe, expect, test } from "vitest";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";
import { eventDetailsSchema, statesTies } from "./event-details.schema.ts";

const details = {
  title: "The next one",
  start: "2027-02-18T12:00",
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 10,
  summary: null,
  hosts: [],
  ownHosts: [],
  topics: [{ title: "One", description: "" }],
  joinUrl: "https://live.example.com/next",
};

const issues = (overrides: object) =>
  eventDetailsSchema
    .safeParse({ ...details, ...overrides })
    .error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

const guest = {
  name: "Dana Ruiz",
  role: "Guest",
  biography: "She prices earn-outs.",
  isGuest: true,
  ties: "She is a client. No one is paid, and neither of us refers clients.",
};

describe("the statement of a guest", () => {
  test("is required, and covers clients, payment and referrals", () => {
    expect(issues({ ownHosts: [guest] })).toBeUndefined();
    for (const ties of [
      null,
      "She is not a client.",
      "No one is paid for referrals.",
      "A client who is paid.",
    ]) {
      expect(issues({ ownHosts: [{ ...guest, ties }] }), ties ?? "none").toEqual([
        "ownHosts.0.ties must state whether the guest is a client, what anyone is paid, and referrals",
      ]);
    }
    expect(issues({ ownHosts: [{ ...guest, ties: null, isGuest: false }] })).toBeUndefined();
  });

  test("is complete for every guest of the content", () => {
    const guests = liveEvent.hosts.filter(({ name }) => name !== practice.advisor.name);
    expect(guests.map(({ ties = "" }) => statesTies(ties))).toEqual(guests.map(() => true));
  });
});

test.each([0, 3])("%i topics can be described", (count) => {
  const topics = ["A", "B", "C", "D"].map((title, at) => ({ title, description: at < count ? "Text" : "" }));
  expect(issues({ topics })).toBeUndefined();
});

test.each([1, 2, 4])("%i described topics would not fit the three cards", (count) => {
  const topics = ["A", "B", "C", "D"].map((title, at) => ({ title, description: at < count ? "Text" : "" }));
  expect(issues({ topics })).toHaveLength(1);
});

test("texts are one line without control characters", () => {
  for (const text of ["A\nB", "A\0"]) {
    expect(issues({ summary: text })).toEqual(["summary must be one line"]);
    expect(issues({ ownHosts: [{ ...guest, biography: text }] })).toEqual([
      "ownHosts.0.biography must be one line",
    ]);
  }
});

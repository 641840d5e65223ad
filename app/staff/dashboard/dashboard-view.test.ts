import { describe, expect, test } from "vitest";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import { summaryCards } from "./dashboard-view.ts";

const now = new Date("2026-12-01T03:00:00Z"); // still November in the practice's time zone

const none = { phase: "none" } as const;

test("the cards say which month is meant, and the level of the average", () => {
  const assessments = { total: 1234, thisMonth: 56, averageScore: 13 };
  expect(summaryCards({ assessments, signups: 1050, event: none, now })).toEqual([
    { label: "Total Assessments", figure: "1,234", note: "Since the beginning" },
    { label: "LinkedIn Signups", figure: "1,050", note: "Since the beginning" },
    { label: "This Month", figure: "56", note: "November 2026, Central Time" },
    { label: "Average Score", figure: "13", outOf: "/21", note: "Making Progress" },
  ]);
});

test("without any assessment the average is 0 and has no level", () => {
  const assessments = { total: 0, thisMonth: 0, averageScore: 0 };
  expect(summaryCards({ assessments, signups: 0, event: none, now })).toContainEqual({
    label: "Average Score",
    figure: "0",
    outOf: "/21",
    note: "None yet",
  });
});

describe("the card of the sign-ups", () => {
  const assessments = { total: 0, thisMonth: 0, averageScore: 0 };

  test("says how full the event is that people sign up for now", () => {
    const event = { phase: "upcoming", event: aLiveEvent, seatsLeft: 38 } as const;
    expect(summaryCards({ assessments, signups: 70, event, now })[1]).toEqual({
      label: "LinkedIn Signups",
      figure: "70",
      note: "62 of 100 seats taken for Dec 11, 2026",
    });
    const past = { phase: "past", event: aLiveEvent, seatsLeft: 38 } as const;
    expect(summaryCards({ assessments, signups: 70, event: past, now })[1]?.note).toBe("Since the beginning");
  });

  test("does not take what could not be counted for none", () => {
    expect(summaryCards({ assessments, signups: undefined, event: none, now })[1]).toEqual({
      label: "LinkedIn Signups",
      figure: "–",
      note: "Could not be counted just now",
    });
  });
});

const aLiveEvent: LiveEvent = {
  id: "1",
  title: "Before the letter of intent",
  startsAt: new Date("2026-12-11T18:00:00Z"),
  timeZone: "America/Chicago",
  durationMinutes: 45,
  capacity: 100,
  hosts: [],
  topics: [],
  joinUrl: "https://example.com/live",
  state: "scheduled",
  sequence: 0,
  seatsTaken: 62,
  seatsHeldUntil: [],
};

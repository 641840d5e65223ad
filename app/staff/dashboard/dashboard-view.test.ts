import { aLiveEvent } from "#tests/kit/an-event.ts";
import { describe, expect, test } from "vitest";
import { createSummaryCards } from "./dashboard-view.ts";

const now = new Date("2026-12-01T03:00:00Z"); // still November in the firm's time zone

const none = { phase: "none" } as const;

test("the cards name the month and the level of the average score", () => {
  const assessments = { total: 1234, thisMonth: 56, averageScore: 13 };
  expect(createSummaryCards({ assessments, signups: 1050, event: none, now })).toEqual([
    { label: "Total Assessments", figure: "1,234", note: "All time" },
    { label: "LinkedIn Signups", figure: "1,050", note: "All time" },
    { label: "This Month", figure: "56", note: "November 2026, Central Time" },
    { label: "Average Score", figure: "13", outOf: "/21", note: "Making Progress" },
  ]);
});

test("without an assessment, the average is 0 and has no level", () => {
  const assessments = { total: 0, thisMonth: 0, averageScore: 0 };
  expect(createSummaryCards({ assessments, signups: 0, event: none, now })).toContainEqual({
    label: "Average Score",
    figure: "0",
    outOf: "/21",
    note: "None yet",
  });
});

describe("the sign-up card", () => {
  const assessments = { total: 0, thisMonth: 0, averageScore: 0 };

  test("shows the seats of the event that is open for sign-up", () => {
    const event = { phase: "upcoming", event: liveEvent, seatsLeft: 38 } as const;
    expect(createSummaryCards({ assessments, signups: 70, event, now })[1]).toEqual({
      label: "LinkedIn Signups",
      figure: "70",
      note: "62 of 100 seats taken for Dec 11, 2026",
    });
    const past = { phase: "past", event: liveEvent, seatsLeft: 38 } as const;
    expect(createSummaryCards({ assessments, signups: 70, event: past, now })[1]?.note).toBe("All time");
  });

  test("does not show 0 if the sign-ups could not be counted", () => {
    expect(createSummaryCards({ assessments, signups: undefined, event: none, now })[1]).toEqual({
      label: "LinkedIn Signups",
      figure: "–",
      note: "Count unavailable",
    });
  });
});

const liveEvent = aLiveEvent({ startsAt: new Date("2026-12-11T18:00:00Z"), seatsTaken: 62 });

import { answersScoring } from "#tests/kit/an-assessment.ts";
import { describe, expect, test } from "vitest";
import type { Assessment } from "#app/assessments/lists/list-assessments.server.ts";
import type { Signup } from "#app/events/lists/list-signups.server.ts";
import type { TrackingEvent } from "#app/tracking/lists/list-tracking-events.server.ts";
import type { Visitor } from "#app/tracking/lists/list-visitors.server.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { signupList } from "#app/staff/signups/signups.list.tsx";
import { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import { visitorList } from "#app/staff/visits/visitors.list.tsx";

const now = new Date("2026-12-01T03:00:00Z"); // still November in the firm's time zone
const createdAt = new Date("2026-12-01T02:48:00Z");
const received = { iso: "2026-12-01T02:48:00.000Z", short: "12 min ago", exact: "Nov 30, 2026, 8:48 PM CST" };

test("a row of an assessment contains what the table displays, and no answers", () => {
  const assessment: Assessment = {
    id: "1",
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    ...answersScoring(2, 2, 2, 2, 2, 2, 1),
    score: 13,
    scoreLevel: "Making Progress",
    createdAt,
  };
  expect(assessmentList.view(assessment, now)).toEqual({
    id: "1",
    name: "Thomas Avery",
    email: "t.avery@example.com",
    phone: "(737) 555-0164",
    score: 13,
    level: "Making Progress",
    received,
  });
});

describe("a row of a sign-up", () => {
  const signup: Signup = {
    id: "2",
    name: "Rosa Villarreal",
    email: "rosa@example.com",
    phone: "(512) 555-0137",
    questions: "What about QSBS?",
    topics: "Taxes",
    createdAt,
    eventId: "3",
    state: "seat",
  };

  test("contains what the table displays", () => {
    const { id, name, email, phone, questions, topics } = signup;
    expect(signupList.view(signup, now)).toEqual({ id, name, email, phone, questions, topics, received });
  });

  test("names missing values", () => {
    expect(signupList.view({ ...signup, phone: null, questions: null, topics: null }, now)).toMatchObject({
      phone: "Not provided",
      questions: "None provided",
      topics: "None provided",
    });
  });
});

describe("a row of a visit", () => {
  const visitor: Visitor = {
    id: "4",
    firstName: "Anonymous",
    lastName: "Visitor",
    email: "visit-4@visitors.invalid",
    source: "https://www.linkedin.com",
    ipAddress: "203.0.113.9",
    userAgent: "A browser",
    createdAt,
    leadId: null,
    trafficClass: "person",
  };

  test("contains what the table displays, but not the browser", () => {
    expect(visitorList.view(visitor, now)).toEqual({
      id: "4",
      name: "Anonymous Visitor",
      email: "visit-4@visitors.invalid",
      source: "https://www.linkedin.com",
      ipAddress: "203.0.113.9",
      leadId: null,
      trafficClass: "person",
      received,
    });
  });

  test("shows direct visits and unknown addresses", () => {
    const row = visitorList.view({ ...visitor, source: null, ipAddress: null, lastName: "" }, now);
    expect(row).toMatchObject({ source: "Direct", ipAddress: "Unknown", name: "Anonymous" });
  });
});

describe("a row of a tracking event", () => {
  const event: TrackingEvent = {
    id: "5",
    visitId: "4",
    eventType: "page_view",
    url: "/",
    timestamp: createdAt,
    percentage: null,
    idleTime: null,
    timeOnPage: null,
    target: null,
  };

  test("contains what the table displays", () => {
    expect(trackingEventList.view(event, now)).toEqual({
      id: "5",
      eventType: "page_view",
      url: "/",
      at: received,
      details: "Page visited",
    });
  });

  test.each<[string, Partial<TrackingEvent>]>([
    ["75% scroll", { eventType: "scroll_depth", percentage: 75 }],
    ["0% scroll", { eventType: "scroll_depth", percentage: 0 }],
    ["30s idle", { eventType: "user_idle", idleTime: 30_000 }],
    ["31s idle", { eventType: "user_idle", idleTime: 30_501 }],
    ["Page visited", { eventType: "page_view" }],
    ["Clicked “/pre-loi-assessment”", { eventType: "call_to_action", target: "/pre-loi-assessment" }],
    [
      "Opened the scheduling page: “Schedule Your Strategy Call”",
      { eventType: "booking_click", target: "Schedule Your Strategy Call" },
    ],
    ["Scrolled", { eventType: "scroll_depth" }],
    ["Idle", { eventType: "user_idle" }],
    ["Clicked a link or button", { eventType: "call_to_action" }],
    ["Opened the scheduling page", { eventType: "booking_click" }],
  ])("is described as %s", (details, changes) => {
    expect(trackingEventList.view({ ...event, ...changes }, now).details).toBe(details);
  });
});

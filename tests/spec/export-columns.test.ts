import { describe, expect, test } from "vitest";
import type { Signup } from "#app/events/lists/list-signups.server.ts";
import type { TrackingEvent } from "#app/tracking/lists/list-tracking-events.server.ts";
import type { Visitor } from "#app/tracking/lists/list-visitors.server.ts";
import type { CsvColumn } from "#app/platform/text/csv.ts";
import { csvColumns } from "#app/staff/data-table/csv-columns.ts";
import { exportedLists } from "#app/staff/exports/exported-lists.server.ts";
import { signupList } from "#app/staff/signups/signups.list.tsx";
import { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import { visitorList } from "#app/staff/visits/visitors.list.tsx";

const createdAt = new Date("2026-01-02T03:04:05Z");

const signup: Signup = {
  id: "1",
  name: "Ada Byron",
  email: "ada@example.com",
  phone: null,
  questions: null,
  topics: null,
  createdAt,
  eventId: null,
  state: "seat",
};

const visitor: Visitor = {
  id: "1",
  firstName: "Anonymous",
  lastName: "Visitor",
  email: "visit-1@visitors.invalid",
  source: null,
  ipAddress: null,
  userAgent: "Mozilla/5.0",
  createdAt,
  leadId: null,
  trafficClass: "person",
};

const event: TrackingEvent = {
  id: "1",
  visitId: "2",
  eventType: "scroll_depth",
  url: "/faqs",
  timestamp: createdAt,
  percentage: 75,
  idleTime: null,
  timeOnPage: 61_000,
  target: null,
};

describe("specification section 7, columns of the other exports", () => {
  test("sign-ups: name, email, phone, questions, topics, date, with their defaults", () => {
    expect(cells(csvColumns(signupList.columns), signup)).toEqual([
      ["name", "Ada Byron"],
      ["email", "ada@example.com"],
      ["phone", "Not provided"],
      ["questions", "None provided"],
      ["topics", "None provided"],
      ["date", "2026-01-01 21:04:05"],
    ]);
  });

  test("visitors: first and last name, email, source, IP address, user agent, date, with their defaults", () => {
    expect(cells(csvColumns(visitorList.columns), visitor)).toEqual([
      ["first name", "Anonymous"],
      ["last name", "Visitor"],
      ["email", "visit-1@visitors.invalid"],
      ["source", "Direct"],
      ["ip address", "Unknown"],
      ["user agent", "Mozilla/5.0"],
      ["date", "2026-01-01 21:04:05"],
    ]);
  });
});

describe("specification section 3, the tracking export", () => {
  test("event type, URL, timestamp in local format, and the whole event as JSON", () => {
    const found = new Map(cells(csvColumns(trackingEventList.columns), event));
    expect([...found.keys()]).toEqual(["event type", "url", "timestamp", "additional data"]);
    expect(found.get("timestamp")).toBe("1/1/2026, 9:04:05 PM");
    const whole: unknown = JSON.parse(String(found.get("additional data")));
    expect(whole).toMatchObject({
      event_type: "scroll_depth",
      url: "/faqs",
      timestamp: createdAt.toISOString(),
      percentage: 75,
      timeOnPage: 61_000,
    });
    expect(whole).not.toHaveProperty("idleTime");
  });
});

test.each([
  ["assessments", "pre-loi-assessments-"],
  ["signups", "linkedin-live-signups-"],
  ["visitors", "visitors-"],
])("specification section 7: the file of %s begins with %s", (name, prefix) => {
  expect(exportedLists.find(({ list }) => list.name === name)?.list.export.filePrefix).toBe(prefix);
});

function cells<Row>(columns: readonly CsvColumn<Row>[], row: Row): [string, string | number][] {
  return columns.map(({ heading, valueOf }) => [heading.toLowerCase(), valueOf(row)]);
}

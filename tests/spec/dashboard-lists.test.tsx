import type { ReactNode } from "react";
import { createRoutesStub } from "react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Signup } from "#app/events/lists/list-signups.server.ts";
import type { TrackingEvent } from "#app/tracking/lists/list-tracking-events.server.ts";
import type { Visitor } from "#app/tracking/lists/list-visitors.server.ts";
import { retentionPeriods } from "#app/people/retention/retention.server.ts";
import { dashboardTexts } from "#app/staff/dashboard/dashboard.messages.ts";
import { DashboardSection } from "#app/staff/dashboard/dashboard-section.tsx";
import { signupList } from "#app/staff/signups/signups.list.tsx";
import { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import { visitorList } from "#app/staff/visits/visitors.list.tsx";
import { elementsIn, wordsOf } from "./markup.ts";

const now = new Date("2026-11-20T18:00:00Z");
const note = dashboardTexts.trackingNote(retentionPeriods.visits);

const signup = (given: Partial<Signup> = {}) =>
  signupList.view(
    {
      id: "1",
      name: "Ada Byron",
      email: "ada@example.com",
      phone: null,
      questions: null,
      topics: null,
      createdAt: now,
      eventId: null,
      state: "seat",
      ...given,
    },
    now,
  );

const visit = (given: Partial<Visitor> = {}) =>
  visitorList.view(
    {
      id: "1",
      firstName: "Anonymous",
      lastName: "Visitor",
      email: "visit-1@visitors.invalid",
      source: null,
      ipAddress: null,
      userAgent: null,
      createdAt: now,
      leadId: null,
      trafficClass: "person",
      ...given,
    },
    now,
  );

const event = (given: Partial<TrackingEvent>) =>
  trackingEventList.view(
    {
      id: "1",
      visitId: "2",
      eventType: "page_view",
      url: "/faqs",
      timestamp: now,
      percentage: null,
      idleTime: null,
      timeOnPage: null,
      target: null,
      ...given,
    },
    now,
  );

const sections = {
  signups: (rows: number, hasMore = false, isLoading = false) =>
    draw(
      <DashboardSection
        name="signups"
        list={signupList}
        {...state(hasMore, isLoading)}
        rows={many(rows, (id) => ({ ...signup(), id }))}
      />,
    ),
  visitors: (rows: number, hasMore = false, isLoading = false) =>
    draw(
      <DashboardSection
        name="visitors"
        list={visitorList}
        {...state(hasMore, isLoading)}
        rows={many(rows, (id) => ({ ...visit(), id }))}
      />,
    ),
  tracking: (rows: number, hasMore = false, isLoading = false) =>
    draw(
      <DashboardSection
        name="tracking"
        list={trackingEventList}
        {...state(hasMore, isLoading)}
        rows={many(rows, (id) => ({ ...event({}), id }))}
        note={note}
      />,
    ),
};

describe("specification section 2, admin dashboard: the other three sections", () => {
  test.each([
    ["signups", "LinkedIn Live Signups", ["Name", "Email", "Phone", "Questions", "Topics", "Date"]],
    ["visitors", "Website Visitors", ["Name", "Email", "Source", "IP Address", "Date"]],
    ["tracking", "Tracking Data", ["Event Type", "URL", "Timestamp", "Details"]],
  ] as const)("%s: heading %s and columns", (list, heading, columns) => {
    const html = sections[list](1);
    expect(elementsIn(html, "h2")).toEqual([heading]);
    const [head = ""] = /<thead[^>]*>.*?<\/thead>/s.exec(html) ?? [];
    expect(elementsIn(head, "th")).toEqual(columns);
  });

  test.each([
    ["signups", "No LinkedIn Live signups found."],
    ["visitors", "No visitor data found. Visitor tracking is ready but no data has been captured yet."],
    ["tracking", "No recent tracking events available."],
  ] as const)("%s that are empty: %s", (list, text) => {
    expect(wordsOf(sections[list](0))).toContain(text);
    expect(wordsOf(sections[list](1))).not.toContain(text);
  });

  test.each(["signups", "visitors", "tracking"] as const)(
    "the export of %s is disabled while loading and when empty",
    (list) => {
      const isDisabled = (html: string): boolean => /<button[^>]*disabled[^>]*>Export CSV/.test(html);
      expect(sections[list](1)).toContain("Export CSV");
      expect([isDisabled(sections[list](0)), isDisabled(sections[list](1, false, true))]).toEqual([
        true,
        true,
      ]);
      expect(isDisabled(sections[list](1))).toBe(false);
    },
  );

  test.each(["signups", "visitors"] as const)("%s: 20 rows, and a note if there are more", (list) => {
    expect(wordsOf(sections[list](20, true))).toContain("Showing first 20");
    expect(wordsOf(sections[list](20))).not.toContain("Showing first");
  });

  test("omitted values of a sign-up: 'Not provided', 'None provided'", () => {
    expect(signup()).toMatchObject({
      phone: "Not provided",
      questions: "None provided",
      topics: "None provided",
    });
  });

  test("a visit: first and last name, 'Direct', 'Unknown'", () => {
    expect(visit()).toMatchObject({ name: "Anonymous Visitor", source: "Direct", ipAddress: "Unknown" });
  });

  test.each([
    [{ eventType: "scroll_depth", percentage: 75 }, "75% scroll"],
    [{ eventType: "user_idle", idleTime: 61_000 }, "61s idle"],
    [{ eventType: "page_view" }, "Page visited"],
  ] as const)("details of %j: %s", (given, details) => {
    expect(event(given).details).toBe(details);
  });

  test("the footer of the tracking data says that they are stored in our own database", () => {
    expect(wordsOf(sections.tracking(1))).toContain("stored in its own database");
  });
});

function many<Row>(count: number, row: (id: string) => Row): Row[] {
  return Array.from({ length: count }, (_, at) => row(`${at}`));
}

function state(hasMore: boolean, isLoading: boolean) {
  return { hasMore, isLoading, isMissing: false, canExport: true, post: () => {} };
}

function draw(section: ReactNode): string {
  const Screen = createRoutesStub([{ path: "/", Component: () => section }]);
  return renderToStaticMarkup(<Screen initialEntries={["/"]} />);
}

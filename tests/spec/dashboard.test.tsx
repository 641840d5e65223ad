import { answersScoring } from "#tests/kit/an-assessment.ts";
import { aStaffSession } from "#tests/kit/a-staff-session.ts";
import { createRoutesStub } from "react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Assessment } from "#app/assessments/lists/list-assessments.server.ts";
import { pages } from "#app/pages/registry.ts";
import { DashboardSection } from "#app/staff/dashboard/dashboard-section.tsx";
import { findLevel } from "#app/assessments/questions/score.ts";
import { createSummaryCards } from "#app/staff/dashboard/dashboard-view.ts";
import { shownRows } from "#app/staff/dashboard/dashboard.messages.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { levelTones } from "#app/staff/data-table/level-badge.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { elementsIn, wordsOf } from "./markup.ts";

const now = new Date("2026-11-20T18:00:00Z");
const assessment: Assessment = {
  id: "1",
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "(512) 555-0100",
  ...answersScoring(1),
  score: 7,
  scoreLevel: "Early Stage",
  createdAt: now,
};

describe("specification section 2, admin dashboard: summary cards", () => {
  const cards = createSummaryCards({
    assessments: { total: 1234, thisMonth: 27, averageScore: 14 },
    signups: 70,
    event: { phase: "none" },
    now,
  });

  test.each([
    ["Total Assessments", "1,234"],
    ["LinkedIn Signups", "70"],
    ["This Month", "27"],
    ["Average Score", "14/21"],
  ])("%s", (label, shown) => {
    const card = cards.find((each) => each.label === label);
    expect(`${card?.figure}${card?.outOf ?? ""}`).toBe(shown);
  });

  test("four cards, in this order", () => {
    expect(cards.map(({ label }) => label)).toEqual([
      "Total Assessments",
      "LinkedIn Signups",
      "This Month",
      "Average Score",
    ]);
  });

  test("the average is 0 if there are none", () => {
    const empty = createSummaryCards({
      assessments: { total: 0, thisMonth: 0, averageScore: 0 },
      signups: 0,
      event: { phase: "none" },
      now,
    });
    expect(empty.find((card) => card.label === "Average Score")).toMatchObject({ figure: "0", outOf: "/21" });
  });
});

describe("specification section 2, admin dashboard: Pre-LOI Assessments", () => {
  test("heading and columns", () => {
    const html = section({ rows: 1 });
    expect(elementsIn(html, "h2")).toEqual(["Pre-LOI Assessments"]);
    const [head = ""] = /<thead[^>]*>.*?<\/thead>/s.exec(html) ?? [];
    expect(elementsIn(head, "th")).toEqual(["Name", "Email", "Phone", "Score", "Level", "Date"]);
    expect(wordsOf(html)).toContain("7/21");
  });

  // The badge's tone names the meaning of its color.
  test.each([
    [7, "yellow", "low"],
    [10, "yellow", "low"],
    [11, "blue", "middle"],
    [16, "blue", "middle"],
    [17, "green", "high"],
    [21, "green", "high"],
  ])("a score of %i has a %s badge", (score, _, tone) => {
    expect(levelTones[findLevel(score)]).toBe(tone);
  });

  test("the first 20 are shown, with the note when there are more", () => {
    expect(shownRows).toBe(20);
    expect(wordsOf(section({ rows: 20, hasMore: true }))).toContain(
      "Showing first 20 assessments. Export to CSV for complete data.",
    );
    expect(wordsOf(section({ rows: 20 }))).not.toContain("Showing first");
  });

  test.each([
    ["loading", { rows: 0, isLoading: true }, "Loading assessment data..."],
    ["empty", { rows: 0 }, "No assessments found."],
  ])("the text while %s", (_, state, text) => {
    expect(wordsOf(section(state))).toContain(text);
  });

  test.each([
    ["while loading", { rows: 1, isLoading: true }, true],
    ["when empty", { rows: 0 }, true],
    ["otherwise", { rows: 1 }, false],
  ])("the export button is disabled: %s", (_, state, isDisabled) => {
    const [button = ""] = /<button[^>]*>Export CSV/.exec(section(state)) ?? [];
    expect(button).not.toBe("");
    expect(button.includes("disabled")).toBe(isDisabled);
  });
});

test("the header has Sign Out, and the page is not indexed", () => {
  const { staff } = aStaffSession();
  const Head = createRoutesStub([
    { path: "/", Component: () => <StaffHeader title={pages.admin.title} staff={staff} /> },
  ]);
  const html = renderToStaticMarkup(<Head initialEntries={["/"]} />);
  expect(elementsIn(html, "button")).toEqual(["Sign Out"]);
  expect(pages.admin.index).toBe(false);
});

function section(state: { rows: number; hasMore?: boolean; isLoading?: boolean }): string {
  const rows = Array.from({ length: state.rows }, (_, at) =>
    assessmentList.view({ ...assessment, id: `${at}` }, now),
  );
  const Screen = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <DashboardSection
          name="assessments"
          list={assessmentList}
          rows={rows}
          hasMore={state.hasMore ?? false}
          isMissing={false}
          isLoading={state.isLoading ?? false}
          canExport
          post={() => {}}
        />
      ),
    },
  ]);
  return renderToStaticMarkup(<Screen initialEntries={["/"]} />);
}

import { describe, expect, test } from "vitest";
import type { DashboardView } from "./dashboard-view.ts";
import { addNewLeads, describeNewLeads, noNewLeads } from "./new-leads.ts";

describe("leads that have come while the screen was open", () => {
  test("are the rows that were not there before, added up", () => {
    const first = addNewLeads(noNewLeads, aView(["a"]), aView(["b", "a"]));
    expect(first).toEqual({ assessments: 1, signups: 0 });
    expect(addNewLeads(first, aView(["b", "a"]), aView(["d", "c", "b"]))).toEqual({
      assessments: 3,
      signups: 0,
    });
  });

  test("are none where nothing came, and the same then", () => {
    const sofar = { assessments: 2, signups: 1 };
    expect(addNewLeads(sofar, aView(["a"]), aView(["a"]))).toBe(sofar);
  });

  test("are not those that moved up because another was erased", () => {
    const before = { ...aView(["c", "b"]), assessments: { ...listOf(["c", "b"]), hasMore: true } };
    expect(addNewLeads(noNewLeads, before, aView(["c", "a"]))).toEqual(noNewLeads);
  });

  test("count from an empty list, but not from one that could not be loaded", () => {
    expect(addNewLeads(noNewLeads, aView([]), aView(["a"]))).toEqual({ assessments: 1, signups: 0 });
    const missing = { ...aView([]), assessments: { ...listOf([]), isMissing: true } };
    expect(addNewLeads(noNewLeads, missing, aView(["a"]))).toEqual(noNewLeads);
  });

  test.each([
    [{ assessments: 0, signups: 0 }, undefined],
    [{ assessments: 1, signups: 0 }, "1 new assessment since you opened this page"],
    [{ assessments: 2, signups: 1 }, "2 new assessments and 1 new signup since you opened this page"],
  ])("%j are told as: %s", (news, words) => {
    expect(describeNewLeads(news)).toBe(words);
  });
});

/** A dashboard with these assessments; each came in the minute that its letter counts. */
function aView(ids: readonly string[]): DashboardView {
  const none = { rows: [], hasMore: false, isMissing: false };
  return { asOf: "", cards: [], assessments: listOf(ids), signups: none, visitors: none, tracking: none };
}

function listOf(ids: readonly string[]): DashboardView["assessments"] {
  const rows = ids.map((id) => {
    const iso = `2026-11-20T18:0${id.charCodeAt(0) - 97}:00.000Z`;
    return {
      id,
      name: "Thomas Avery",
      email: "t.avery@example.com",
      phone: "(737) 555-0164",
      score: 13,
      level: "Making Progress" as const,
      tone: "middle" as const,
      received: { iso, short: "Just now", exact: iso },
    };
  });
  return { rows, hasMore: false, isMissing: false };
}

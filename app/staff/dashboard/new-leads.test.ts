import { describe, expect, test } from "vitest";
import type { DashboardView } from "./dashboard-view.ts";
import { addNewLeads, describeNewLeads, noNewLeads } from "./use-dashboard.ts";

describe("leads that arrive while the screen is open", () => {
  test("are counted if their rows are new", () => {
    const first = addNewLeads(noNewLeads, createView(["a"]), createView(["b", "a"]));
    expect(first).toEqual({ assessments: 1, signups: 0 });
    expect(addNewLeads(first, createView(["b", "a"]), createView(["d", "c", "b"]))).toEqual({
      assessments: 3,
      signups: 0,
    });
  });

  test("leave the count unchanged if there are none", () => {
    const counted = { assessments: 2, signups: 1 };
    expect(addNewLeads(counted, createView(["a"]), createView(["a"]))).toBe(counted);
  });

  test("do not include rows that moved up after an erasure", () => {
    const before = { ...createView(["c", "b"]), assessments: { ...createList(["c", "b"]), hasMore: true } };
    expect(addNewLeads(noNewLeads, before, createView(["c", "a"]))).toEqual(noNewLeads);
  });

  test("are counted after an empty list, but not after one that could not be loaded", () => {
    expect(addNewLeads(noNewLeads, createView([]), createView(["a"]))).toEqual({
      assessments: 1,
      signups: 0,
    });
    const missing = { ...createView([]), assessments: { ...createList([]), isMissing: true } };
    expect(addNewLeads(noNewLeads, missing, createView(["a"]))).toEqual(noNewLeads);
  });

  test.each([
    [{ assessments: 0, signups: 0 }, undefined],
    [{ assessments: 1, signups: 0 }, "1 new assessment since you opened this page"],
    [{ assessments: 2, signups: 1 }, "2 new assessments and 1 new signup since you opened this page"],
  ])("%j are described as: %s", (newLeads, text) => {
    expect(describeNewLeads(newLeads)).toBe(text);
  });
});

/** A dashboard with these assessments; “a” arrived in minute 0, “b” in minute 1. */
function createView(ids: readonly string[]): DashboardView {
  const none = { rows: [], hasMore: false, isMissing: false };
  return { asOf: "", cards: [], assessments: createList(ids), signups: none, visitors: none, tracking: none };
}

function createList(ids: readonly string[]): DashboardView["assessments"] {
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

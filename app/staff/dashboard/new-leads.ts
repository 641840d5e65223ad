import type { DashboardView, ListView } from "./dashboard-view.ts";

/** Number of leads that arrived while a screen was open. */
export type NewLeads = { assessments: number; signups: number };

export const noNewLeads: NewLeads = { assessments: 0, signups: 0 };

/** Adds the leads that arrived between two loads of the dashboard. */
export function addNewLeads(counted: NewLeads, before: DashboardView, after: DashboardView): NewLeads {
  const assessments = countNewRows(before.assessments, after.assessments);
  const signups = countNewRows(before.signups, after.signups);
  if (assessments + signups === 0) return counted;
  return { assessments: counted.assessments + assessments, signups: counted.signups + signups };
}

type Dated = { id: string; received: { iso: string } };

/** A row that moved into the list because another was erased is not new. */
function countNewRows(before: ListView<Dated>, after: ListView<Dated>): number {
  // The previous rows are unknown.
  if (before.isMissing) return 0;
  const known = new Set(before.rows.map(({ id }) => id));
  const oldest = before.hasMore ? (before.rows.at(-1)?.received.iso ?? "") : "";
  return after.rows.filter(({ id, received }) => !known.has(id) && received.iso >= oldest).length;
}

/** “1 new assessment and 2 new signups since you opened this page”, or undefined if there are none. */
export function describeNewLeads({ assessments, signups }: NewLeads): string | undefined {
  const parts = [describeCount(assessments, "assessment"), describeCount(signups, "signup")].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : `${parts.join(" and ")} since you opened this page`;
}

function describeCount(count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return `${count} new ${noun}${count === 1 ? "" : "s"}`;
}

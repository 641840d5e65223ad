import type { DashboardView, ListView } from "./dashboard-view.ts";

/** How many leads have come while a screen was open. */
export type NewLeads = { assessments: number; signups: number };

export const noNewLeads: NewLeads = { assessments: 0, signups: 0 };

/** The leads that came between two views of the dashboard, added to those before. */
export function addNewLeads(sofar: NewLeads, before: DashboardView, after: DashboardView): NewLeads {
  const assessments = newRows(before.assessments, after.assessments);
  const signups = newRows(before.signups, after.signups);
  if (assessments + signups === 0) return sofar;
  return { assessments: sofar.assessments + assessments, signups: sofar.signups + signups };
}

type Dated = { id: string; received: { iso: string } };

/** Rows that were not there before. One that was only too far down, and has moved up because another was erased, is not new. */
function newRows(before: ListView<Dated>, after: ListView<Dated>): number {
  // What could not be loaded before was not seen, and yet may be old.
  if (before.isMissing) return 0;
  const known = new Set(before.rows.map(({ id }) => id));
  const furthest = before.hasMore ? (before.rows.at(-1)?.received.iso ?? "") : "";
  return after.rows.filter(({ id, received }) => !known.has(id) && received.iso >= furthest).length;
}

/** “1 new assessment and 2 new signups since you opened this page”; undefined where there are none. */
export function describeNewLeads({ assessments, signups }: NewLeads): string | undefined {
  const parts = [counted(assessments, "assessment"), counted(signups, "signup")].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : `${parts.join(" and ")} since you opened this page`;
}

function counted(count: number, what: string): string | undefined {
  if (count === 0) return undefined;
  return `${count} new ${what}${count === 1 ? "" : "s"}`;
}

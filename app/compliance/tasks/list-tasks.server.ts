import type { Kysely } from "kysely";
import { listOpenIncidents } from "#app/compliance/incidents/incidents.server.ts";
import { findNotificationDay } from "#app/compliance/incidents/notification-clock.ts";
import { type ComplianceTask, listFilingTasks } from "#app/compliance/records/filing-tasks.ts";
import { listFilings } from "#app/compliance/records/records.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";

/** A task of owners, with the screen where they record that it is done. No rule sets a deadline for complaints. */
export type DueTask = Pick<ComplianceTask, "label"> & {
  [Name in "dueOn" | "rule"]: ComplianceTask[Name] | null;
} & { path: string; isLate: boolean };

/** Later than the deadline of every task. */
const lastDay = "9999-12-31";

/**
 * The open tasks, sorted by deadline. Those without a legal deadline come last.
 * @param options.withIncidents false for people who may not read the incident log
 */
export async function listComplianceTasks(
  db: Kysely<Database>,
  now: Date,
  { withIncidents }: { withIncidents: boolean },
): Promise<DueTask[]> {
  const today = dayIn(practice.timeZone, now);
  const [incidents, filings] = await Promise.all([
    withIncidents ? listOpenIncidents(db) : [],
    listFilings(db),
  ]);
  const found = incidents.flatMap((incident) => {
    const path = `${pages.incidents.path}/${incident.id}`;
    if (incident.kind === "complaint") {
      return { label: `Answer and close complaint ${incident.id}`, dueOn: null, rule: null, path };
    }
    const dueOn = findNotificationDay(incident);
    const label = `Notify the people whom incident ${incident.id} affects`;
    return dueOn === undefined ? [] : { label, dueOn, rule: "17 CFR 248.30(a)(4)", path };
  });
  const filed = listFilingTasks(filings, today).map((task) => ({ ...task, path: pages.records.path }));
  return [...found, ...filed]
    .map((task) => ({ ...task, isLate: task.dueOn !== null && task.dueOn < today }))
    .toSorted((one, other) => ((one.dueOn ?? lastDay) < (other.dueOn ?? lastDay) ? -1 : 1));
}

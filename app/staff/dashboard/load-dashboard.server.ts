import { recordView } from "#app/audit/record-once.server.ts";
import type { StaffSession } from "#app/identity/identity.server.ts";
import type { CurrentEventReader } from "#app/events/schedule/current-event.server.ts";
import { listAssessments, summariseAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { PageOfRows } from "#app/platform/page-of-rows.ts";
import { type DashboardView, type ListView, summaryCards } from "./dashboard-view.ts";
import { shownRows } from "./dashboard.messages.ts";
import { assessmentRow } from "#app/staff/leads/assessments-table.tsx";
import { signupRow } from "#app/staff/leads/signups-table.tsx";
import { trackingRow } from "#app/staff/leads/tracking-table.tsx";
import { visitorRow } from "#app/staff/leads/visitors-table.tsx";

export type DashboardDeps = {
  db: Parameters<typeof listAssessments>[0];
  clock: Clock;
  log: Log;
  events: Pick<CurrentEventReader, "standing">;
};

/**
 * What the dashboard shows at this moment; that somebody saw it is on record. Sign-ups, visits or events that cannot be loaded leave
 * their lists empty (specification section 8).
 * @throws where the assessments cannot be loaded, or nobody could tell later who saw them
 */
export async function loadDashboard(
  deps: DashboardDeps,
  seenBy: { session: Pick<StaffSession, "id" | "staff">; clientAddress: string },
): Promise<DashboardView> {
  const { clock, db, events } = deps;
  const now = clock.now();
  const newest = { sort: "newest" } as const;
  const page = { size: shownRows };
  const orNothing = <Found>(list: string, loading: Promise<Found>) => foundOrNothing(deps, list, loading);
  const [summary, assessments, signups, signupCount, visitors, tracking] = await Promise.all([
    summariseAssessments(db, clock),
    listAssessments(db, newest).page(page),
    orNothing("signups", listSignups(db, newest).page(page)),
    orNothing("number of signups", listSignups(db, newest).count()),
    orNothing("visitors", listVisitors(db, newest).page(page)),
    orNothing("tracking", listTrackingEvents(db, newest).page(page)),
    recordDashboardView(deps, seenBy),
  ]);
  return {
    asOf: now.toISOString(),
    cards: summaryCards({ assessments: summary, signups: signupCount, event: events.standing(), now }),
    assessments: listView(assessments, (row) => assessmentRow(row, now)),
    signups: listView(signups, (row) => signupRow(row, now)),
    visitors: listView(visitors, (row) => visitorRow(row, now)),
    tracking: listView(tracking, (row) => trackingRow(row, now)),
  };
}

/** A screen that loads itself anew all day is one view in fifteen minutes. */
async function recordDashboardView(
  { db }: Pick<DashboardDeps, "db">,
  { session, clientAddress }: Parameters<typeof loadDashboard>[1],
): Promise<void> {
  const { id: sessionId, staff: actor } = session;
  await recordView(db, { actor, sessionId, list: "dashboard", clientAddress });
}

async function foundOrNothing<Found>(
  { log }: Pick<DashboardDeps, "log">,
  list: string,
  loading: Promise<Found>,
): Promise<Found | undefined> {
  try {
    return await loading;
  } catch (error) {
    log.error("dashboard.list_failed", { list, error });
    return undefined;
  }
}

function listView<Found, Row>(
  found: PageOfRows<Found> | undefined,
  view: (row: Found) => Row,
): ListView<Row> {
  if (found === undefined) return { rows: [], hasMore: false, isMissing: true };
  return { rows: found.rows.map(view), hasMore: found.hasNext, isMissing: false };
}

import { recordView } from "#app/audit/record-once.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { CurrentEventReader } from "#app/events/schedule/current-event.server.ts";
import { listAssessments, summarizeAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { PageOfRows } from "#app/platform/page-of-rows.ts";
import { type DashboardView, type ListView, createSummaryCards } from "./dashboard-view.ts";
import { shownRows } from "./dashboard.messages.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { signupList } from "#app/staff/signups/signups.list.tsx";
import { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import { visitorList } from "#app/staff/visits/visitors.list.tsx";

export type DashboardDeps = {
  db: Parameters<typeof listAssessments>[0];
  clock: Clock;
  log: Log;
  events: Pick<CurrentEventReader, "eventStatus">;
};

/**
 * Loads the dashboard and records the view in the audit log. If sign-ups, visits or events cannot be loaded, their lists are empty
 * (specification section 8).
 * @throws if the assessments cannot be loaded or the view cannot be recorded
 */
export async function loadDashboard(
  deps: DashboardDeps,
  viewer: { session: Pick<StaffSession, "id" | "staff">; clientAddress: string },
): Promise<DashboardView> {
  const { clock, db, events } = deps;
  const now = clock.now();
  const newest = { sort: "newest" } as const;
  const page = { size: shownRows };
  const optional = <Found>(list: string, loading: Promise<Found>) => loadOptional(deps, list, loading);
  const [summary, assessments, signups, signupCount, visitors, tracking] = await Promise.all([
    summarizeAssessments(db, clock),
    listAssessments(db, newest).page(page),
    optional("signups", listSignups(db, newest).page(page)),
    optional("number of signups", listSignups(db, newest).count()),
    optional("visitors", listVisitors(db, newest).page(page)),
    optional("tracking", listTrackingEvents(db, newest).page(page)),
    recordDashboardView(deps, viewer),
  ]);
  return {
    asOf: now.toISOString(),
    cards: createSummaryCards({
      assessments: summary,
      signups: signupCount,
      event: events.eventStatus(),
      now,
    }),
    assessments: createListView(assessments, (row) => assessmentList.view(row, now)),
    signups: createListView(signups, (row) => signupList.view(row, now)),
    visitors: createListView(visitors, (row) => visitorList.view(row, now)),
    tracking: createListView(tracking, (row) => trackingEventList.view(row, now)),
  };
}

/** Records at most one view in fifteen minutes, because an open screen reloads all day. */
async function recordDashboardView(
  { db }: Pick<DashboardDeps, "db">,
  { session, clientAddress }: Parameters<typeof loadDashboard>[1],
): Promise<void> {
  const { id: sessionId, staff: actor } = session;
  await recordView(db, { actor, sessionId, list: "dashboard", clientAddress });
}

async function loadOptional<Found>(
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

function createListView<Found, Row>(
  found: PageOfRows<Found> | undefined,
  view: (row: Found) => Row,
): ListView<Row> {
  if (found === undefined) return { rows: [], hasMore: false, isMissing: true };
  return { rows: found.rows.map(view), hasMore: found.hasNext, isMissing: false };
}

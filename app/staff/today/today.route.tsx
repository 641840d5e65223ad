import { formatAccountName } from "#app/platform/text/account-name.ts";
import { data, Link, redirect } from "react-router";
import type { Route } from "./+types/today.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { recordView } from "#app/audit/record-once.server.ts";
import { listComplianceTasks } from "#app/compliance/tasks/list-tasks.server.ts";
import { acknowledgeChanges } from "#app/events/management/acknowledge-changes.server.ts";
import { findNextEvent } from "#app/events/schedule/find-events.server.ts";
import { listColleagues } from "#app/identity/account-management/list-team.server.ts";
import {
  canApproveContent,
  canEditContent,
  canFollowUp,
  canManageRecords,
  canReadIncidents,
  canViewLeads,
} from "#app/identity/accounts/permissions.ts";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { recordTodayView } from "#app/identity/preferences/staff-preferences.server.ts";
import { pages } from "#app/pages/registry.ts";
import { countUnmatchedBookings } from "#app/people/bookings/find-bookings.server.ts";
import { loadActivitySince } from "#app/people/queue/load-activity-since.server.ts";
import { measureServiceLevels } from "#app/people/queue/service-levels.server.ts";
import { loadQueue } from "#app/people/queue/load-queue.server.ts";
import { maxQueuePages, type QueueGroup, queueGroups } from "#app/people/queue/queue-groups.ts";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { readForm } from "#app/platform/http/form.ts";
import { rowsPerPage } from "#app/platform/page-of-rows.ts";
import { countReturnedChanges, countWaitingChanges } from "#app/publishing/changes/change-store.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { listTexts } from "#app/staff/data-table/list.messages.ts";
import { bookingsPath } from "#app/staff/paths/bookings-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { practice } from "#content/practice.ts";
import { ComplianceTasks } from "./compliance-tasks.tsx";
import { viewEventChanges } from "./event-changes.server.ts";
import { ActivitySinceLastVisit } from "./activity-since-last-visit.tsx";
import { QueueTable } from "./queue-table.tsx";
import { TodayFacts } from "./today-facts.tsx";
import { describeChanges, isCallingHour, viewQueue, viewServiceLevels, viewTasks } from "./today-view.ts";
import { todayTexts } from "./today.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./today.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { clock, db } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const now = clock.now();
  const { searchParams } = new URL(request.url);
  const { asked, chosen } = readShown(searchParams);
  const { todaySeenBefore: since, todayShowsMine } = await recordTodayView(db, staff.id, { now, chosen });
  const isMine = asked ?? todayShowsMine;
  const group = queueGroups.find((each) => each === searchParams.get("group"));
  const page = readPage(searchParams, group);
  // A reload, or a copy of the address, must not store the choice again.
  if (chosen !== undefined) throw redirect(todayPath({ isMine, group, page }));
  await recordView(db, { actor: staff, sessionId, list: "today", clientAddress });
  const queue = await loadQueue(db, { now, ownerId: isMine ? staff.id : undefined, group, page });
  // The group has fewer pages by now, because people leave it.
  if (group !== undefined && page > 1 && queue[group].total === 0) {
    throw redirect(todayPath({ isMine, group }));
  }
  const colleagues = await listColleagues(db);
  return {
    staff,
    isMine,
    group,
    page,
    mayFollowUp: canFollowUp(staff),
    activity: since === null ? undefined : await loadActivitySince(db, since),
    groups: viewQueue(
      queue,
      now,
      new Map(colleagues.map((account) => [account.id, formatAccountName(account)])),
      (page - 1) * rowsPerPage,
    ),
    // The pages of a group do not repeat the tasks.
    compliance: group === undefined ? await viewCompliance(db, staff, now) : undefined,
    unmatchedBookings: await countUnmatchedBookings(db),
    responseTargets: viewServiceLevels(await measureServiceLevels(db, now), now),
    event: await findNextEvent(db, now),
    at: `${longDayIn(practice.timeZone, now)}, ${timeIn(practice.timeZone, now)}`,
    mayCallNow: isCallingHour(now),
  };
}

type Db = Parameters<typeof countWaitingChanges>[0];

/** What this person has to do about the website, the registers and live events. */
async function viewCompliance(db: Db, staff: Staff, now: Date) {
  const withIncidents = canReadIncidents(staff);
  return {
    tasks: canManageRecords(staff) ? viewTasks(await listComplianceTasks(db, now, { withIncidents })) : [],
    changes: await viewChanges(db, staff),
    eventChanges: canApproveContent(staff) ? await viewEventChanges(db, staff.id, now) : undefined,
  };
}

/** What approvers, and the authors of returned changes, have to do about changes of the website. */
async function viewChanges(db: Db, staff: Staff): Promise<string[]> {
  const waiting = canApproveContent(staff) ? await countWaitingChanges(db) : noChanges;
  const toAuthor = canEditContent(staff) ? await countReturnedChanges(db, staff.email) : 0;
  return describeChanges({ ...waiting, toAuthor });
}

const noChanges = { submitted: 0, failed: 0, returned: 0 } as const;

/** Acknowledges the changes of live events. */
export async function action({ context, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canApproveContent);
  const seen = (await readForm(request)).get("seen");
  if (typeof seen !== "string" || !/^[1-9]\d{0,8}$/.test(seen)) return data(null, { status: 422 });
  const { clientAddress } = factsOf(context);
  await acknowledgeChanges(services.db, { actor: actorOf(staff), clientAddress, seen: Number(seen) });
  return redirect(pages.today.path, 303);
}

/** Whether the URL asks for the account’s own people, and the choice that it asks to remember; undefined if none. */
function readShown(params: URLSearchParams): Record<"asked" | "chosen", boolean | undefined> {
  const asked = params.has("show") ? params.get("show") === "mine" : undefined;
  return { asked, chosen: params.has("remember") ? asked : undefined };
}

/** The page of a group that is displayed alone; the first unless the URL names another. */
function readPage(params: URLSearchParams, group: QueueGroup | undefined): number {
  if (group === undefined) return 1;
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page >= 1 && page <= maxQueuePages ? page : 1;
}

/** @param group displayed alone. @param page of that group. @param isChoice stored for the account, other than in the link of an email */
function todayPath({
  isMine,
  group,
  page = 1,
  isChoice = false,
}: {
  isMine: boolean;
  group?: QueueGroup | undefined;
  page?: number;
  isChoice?: boolean;
}): string {
  const params = new URLSearchParams({
    show: isMine ? "mine" : "everyone",
    ...(isChoice ? { remember: "yes" } : {}),
    ...(group === undefined ? {} : { group }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return `${pages.today.path}?${params.toString()}`;
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.today, head);

export default function Today({ loaderData }: Route.ComponentProps) {
  const {
    staff,
    isMine,
    group,
    page,
    mayFollowUp,
    activity,
    groups,
    compliance,
    unmatchedBookings,
    responseTargets,
    event,
    at,
    mayCallNow,
  } = loaderData;
  const total = groups.reduce((sum, each) => sum + each.total, 0);
  return (
    <>
      <StaffHeader title={pages.today.title} staff={staff} />
      <main id="main" className="wrap staff-page today">
        <div className="today-head">
          <ActivitySinceLastVisit activity={activity} />
          <nav aria-label={todayTexts.show} className="choice">
            <Link
              to={todayPath({ isMine: true, group, isChoice: true })}
              aria-current={isMine ? "page" : undefined}
            >
              {todayTexts.mine}
            </Link>
            <Link
              to={todayPath({ isMine: false, group, isChoice: true })}
              aria-current={isMine ? undefined : "page"}
            >
              {todayTexts.everyone}
            </Link>
          </nav>
        </div>
        {compliance === undefined ? null : <ComplianceTasks {...compliance} />}
        {groups.length === 0 ? (
          <p className="empty">{todayTexts.empty}</p>
        ) : (
          <QueueTable
            groups={groups}
            mayFollowUp={mayFollowUp}
            morePath={(more) => {
              if (group === undefined) return todayPath({ isMine, group: more });
              // Beyond the last page of a group, the list of people has more.
              return page < maxQueuePages ? todayPath({ isMine, group, page: page + 1 }) : pages.people.path;
            }}
          />
        )}
        <p className="soft small foot">
          <span>
            {total === 1 ? "1 person" : `${total.toLocaleString("en-US")} people`}. {at}.
            {mayCallNow ? null : ` ${todayTexts.callingHours}`}
          </span>
          {unmatchedBookings === 0 ? null : (
            <Link to={bookingsPath}>{todayTexts.unmatchedBookings(unmatchedBookings)}</Link>
          )}
          {page === 1 ? null : (
            <Link to={todayPath({ isMine, group, page: page - 1 })} rel="prev">
              {listTexts.previous}
            </Link>
          )}
          {group === undefined ? null : <Link to={todayPath({ isMine })}>{todayTexts.allGroups}</Link>}
          <Link to={pages.people.path}>{todayTexts.all}</Link>
        </p>
        <TodayFacts responseTargets={responseTargets} event={event} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.today} error={error} />;
}

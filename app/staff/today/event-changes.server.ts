import { findVersionAt, listVersions } from "#app/compliance/archive/find-captures.server.ts";
import {
  type ChangedEvent,
  findUnacknowledgedChanges,
} from "#app/events/management/acknowledge-changes.server.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { monthDayIn } from "#app/platform/calendar/zoned-time.ts";
import { recordPath } from "#app/staff/paths/record-path.ts";
import { todayTexts } from "./today.messages.ts";

type EventDatabase = Parameters<typeof findUnacknowledgedChanges>[0];

/** Live events whose changes no owner has acknowledged. All are listed, because one button acknowledges all. */
export type EventChangesView = {
  events: readonly { id: string; label: string; path: string }[];
  seen: number;
};

export async function viewEventChanges(
  db: EventDatabase,
  ownerId: string,
  now: Date,
): Promise<EventChangesView | undefined> {
  const changes = await findUnacknowledgedChanges(db, ownerId);
  if (changes === undefined) return undefined;
  return {
    seen: changes.seen,
    events: await Promise.all(
      changes.events.map(async (event) => ({
        id: event.id,
        label: todayTexts.event(event.title, monthDayIn(event.timeZone, event.startsAt)),
        path: await findComparisonPath(db, event, now),
      })),
    ),
  };
}

/** The page of the event in the record, compared with the version before the first change that no owner has seen. */
async function findComparisonPath(
  db: EventDatabase,
  { id, firstChangeAt }: ChangedEvent,
  now: Date,
): Promise<string> {
  const page = eventPagePath(id);
  const versions = await listVersions(db, page);
  return recordPath({ page, from: findVersionAt(versions, firstChangeAt, now)?.number });
}

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

/** Live events whose words no owner has seen since they were published. */
export type EventChangesView = {
  events: readonly { id: string; label: string; path: string }[];
  /** How many are not listed. */
  left: number;
  seen: number;
};

const maxEvents = 5;

export async function viewEventChanges(
  db: EventDatabase,
  ownerId: string,
  now: Date,
): Promise<EventChangesView | undefined> {
  const changes = await findUnacknowledgedChanges(db, ownerId);
  if (changes === undefined) return undefined;
  const listed = changes.events.slice(0, maxEvents);
  return {
    seen: changes.seen,
    left: changes.events.length - listed.length,
    events: await Promise.all(
      listed.map(async (event) => ({
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

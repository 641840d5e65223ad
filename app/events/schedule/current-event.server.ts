import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { findCurrentEvents } from "./find-events.server.ts";
import { type EventStatus, type LiveEvent, getEventStatus } from "./live-event.ts";

/** Cached events. Every page that mentions the current event reads them. */
export type CurrentEventReader = {
  eventStatus(): EventStatus;
  /** Changes whenever `eventStatus` changes, so that cached pages can be rendered again. */
  stamp(): string;
  /** Reads the events again. @throws if the database is unavailable */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/** The maximum delay until a change by another process is visible. */
const refreshEveryMs = 1_000;

/** Reads the events every second. Keeps the last result while the database is unavailable. */
export async function startCurrentEventReader(deps: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
}): Promise<CurrentEventReader> {
  let events: readonly LiveEvent[] = [];
  let text = "";
  let version = 0;

  const refresh = async (): Promise<void> => {
    events = await findCurrentEvents(deps.db);
    if (JSON.stringify(events) !== text) version += 1;
    text = JSON.stringify(events);
  };
  await refresh();

  const refreshing = repeat({
    pauseMs: refreshEveryMs,
    run: refresh,
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("events.read_failed", { error });
    },
  });

  const eventStatus = (): EventStatus => getEventStatus(deps.clock.now(), events);
  return {
    eventStatus,
    stamp() {
      // The passage of time alone can change the phase, the current event and the number of held seats.
      const current = eventStatus();
      const event = current.phase === "none" ? "" : `${current.event.id} ${current.seatsLeft}`;
      return `${version} ${current.phase} ${event}`;
    },
    refresh,
    stop: () => refreshing.stop(),
  };
}

import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { findCurrentEvents } from "./find-events.server.ts";
import { type EventStatus, type LiveEvent, getEventStatus } from "./live-event.ts";

/** What this process knows of the live events: asked by every page that speaks of them, so it answers from memory. */
export type CurrentEventReader = {
  /** How things stand at this moment. */
  eventStatus(): EventStatus;
  /** Another text as soon as `eventStatus` says something else: pages that show it are then made anew. */
  stamp(): string;
  /** Reads the events again. @throws where the database does not answer */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/** How soon a change that another process made shows here. */
const refreshEveryMs = 1_000;

/** Reads the events, and again every second. When the database does not answer, what was known stays. */
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
    onError(error, inARow) {
      if (inARow === 1) deps.log.warn("events.read_failed", { error });
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

import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat } from "#app/platform/repeat.server.ts";
import { findCurrentEvents } from "./find-events.server.ts";
import { createEventReader, type EventReader, type LiveEvent } from "./live-event.ts";

/** Cached events. Every page that mentions an event reads them. */
export type CurrentEventReader = EventReader & {
  /** Changes whenever a page about an event can change, so that cached pages can be rendered again. */
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

  const reader = createEventReader(deps.clock, () => events);
  const describeEvents = (): string => {
    const open = reader
      .openEvents()
      .map(({ phase, event, seatsLeft }) => `${event.id} ${phase} ${seatsLeft}`);
    return [version, reader.eventStatus().phase, ...open].join(" ");
  };
  let computed = { stamp: "", version: -1, second: -1 };
  return {
    ...reader,
    stamp() {
      // The passage of time alone can change phases, the current event and the numbers of held seats. Once per second, because every
      // request for a page compares the stamp.
      const second = Math.floor(deps.clock.now().getTime() / 1_000);
      if (computed.second !== second || computed.version !== version) {
        computed = { stamp: describeEvents(), version, second };
      }
      return computed.stamp;
    },
    refresh,
    stop: () => refreshing.stop(),
  };
}

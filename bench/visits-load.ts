import { openConnection } from "./kit/http-connection.ts";
import { bareEvents, bareVisits } from "./load/bare-insert.ts";
import { eventsRequest, visitRequest } from "./load/visit-requests.ts";
import type { Line } from "./report.ts";
import { measureStoringLoad } from "./storing-load.ts";

/** Measures how many visits are stored per second. */
export function measureVisitsLoad(): Promise<Line[]> {
  return measureStoringLoad({ requests: visitRequest, table: "visitors", bare: bareVisits });
}

/**
 * Measures how many events are stored per second.
 * @param each the number of events per request
 */
export function measureEventsLoad(each: number): Promise<Line[]> {
  return measureStoringLoad({
    requests: async (port) => eventsRequest(port, await recordVisits(port), each),
    table: "tracking_events",
    bare: bareEvents,
    rowsEach: each,
  });
}

/** Enough visits to stay below the event limit of each visit. */
const visits = 2_048;

/**
 * Records the visits for the events.
 * @returns their IDs
 */
export async function recordVisits(port: number): Promise<string[]> {
  const connection = await openConnection(port);
  const request = visitRequest(port);
  const ids: string[] = [];
  for (let number = 0; number < visits; number += 1) {
    const { status, body } = await connection.send(request(number));
    const id = /"id":"([^"]+)"/.exec(body.toString())?.[1];
    if (status !== 200 || id === undefined) throw new Error(`A visit returned ${status}.`);
    ids.push(id);
  }
  connection.close();
  return ids;
}

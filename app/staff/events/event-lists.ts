import type { Attendance } from "#app/events/attendance/list-attendees.server.ts";
import type { EventStatusName } from "#app/events/management/list-managed-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import type { ListSpecification } from "#app/staff/data-table/list-url.ts";
import { eventPath } from "./event-paths.ts";

const standings = [
  { value: "to-come", label: "To come or under way" },
  { value: "over", label: "Over" },
  { value: "cancelled", label: "Called off" },
] as const satisfies readonly { value: EventStatusName; label: string }[];

/** What can be asked of the list of events. */
export const eventList = {
  path: pages.events.path,
  hasDays: false,
  filters: { standing: { label: "State", choices: standings } },
  sorts: [{ value: "latest", label: "Latest first" }],
} as const satisfies ListSpecification;

const attendanceChoices = [
  { value: "came", label: "Came" },
  { value: "away", label: "Did not come" },
  { value: "unknown", label: "Not noted" },
] as const satisfies readonly { value: Attendance; label: string }[];

/** What can be asked of those who hold a place in an event. */
export function holderList(eventId: string): ListSpecification<"place" | "came", "place"> {
  return {
    path: eventPath(eventId),
    search: { label: "Search", hint: "Name, email or phone" },
    hasDays: false,
    filters: {
      place: {
        label: "Place",
        choices: [
          { value: "seat", label: "Seats" },
          { value: "waiting", label: "Waiting list" },
        ],
      },
      came: { label: "Came", choices: attendanceChoices },
    },
    sorts: [{ value: "place", label: "Seats, then waiting list" }],
  };
}

/** How many people a page shows, and one press of “Save” is about. */
export const holdersOnPage = 100;

import { listAttendees } from "#app/events/attendance/list-attendees.server.ts";
import { findManagedEvent } from "#app/events/management/list-managed-events.server.ts";
import { pages } from "#app/pages/registry.ts";
import {
  attendeeExport,
  attendeeList,
  attendeesToExport,
  eventParameter,
} from "#app/staff/events/attendees.list.tsx";
import { defineExport, type Exported } from "./define-export.server.ts";

/** The people of the event that a parameter names, with the filters of their list. */
export const exportedAttendees: Exported = {
  list: {
    ...attendeeList({ id: "", phase: "upcoming" }, "none"),
    // Without scripting, re-authentication leads to the list of events, because the page of the event depends on the parameter.
    path: pages.events.path,
    export: attendeeExport,
  },
  async read(db, params, isRaw, now) {
    const [eventId = "", ...others] = params.getAll(eventParameter);
    const found = await findManagedEvent(db, eventId);
    if (found === undefined || others.length > 0) return undefined;
    const filters = new URLSearchParams(params);
    filters.delete(eventParameter);
    const exported = defineExport(attendeesToExport(found, now), listAttendees({ eventId: found.id }));
    const requested = await exported.read(db, filters, isRaw, now);
    return requested && { ...requested, filters: { [eventParameter]: found.id, ...requested.filters } };
  },
};

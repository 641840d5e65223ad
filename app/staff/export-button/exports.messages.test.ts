import { expect, test } from "vitest";
import { auditLogList } from "#app/staff/audit/audit-log.list.tsx";
import { claimList } from "#app/staff/claims/claims.list.tsx";
import { attendeeList } from "#app/staff/events/attendees.list.tsx";
import { peopleForWealthbox, peopleList } from "#app/staff/people/people.list.tsx";
import { funnelList, sourceList, weekList } from "#app/staff/sources/sources.list.tsx";
import type { ExportableList } from "./export-button.tsx";
import { exportedNotice } from "./exports.messages.ts";

const attendees = attendeeList({ id: "", phase: "upcoming" }, "none");

test.each<[one: string, many: string, list: ExportableList]>([
  ["1 person", "1,200 people", peopleList],
  ["1 person", "1,200 people", peopleForWealthbox],
  ["1 claim", "1,200 claims", claimList],
  ["1 attendee", "1,200 attendees", attendees],
  ["1 audit log entry", "1,200 audit log entries", auditLogList],
  ["1 source", "1,200 sources", sourceList],
  ["1 step of the funnel", "1,200 steps of the funnel", funnelList],
  ["1 week of assessments", "1,200 weeks of assessments", weekList],
])("the notification after an export uses the singular for one row: %s, %s", (one, many, list) => {
  expect(exportedNotice(list, 1).description).toBe(`Exported ${one} to CSV.`);
  expect(exportedNotice(list, 1_200).description).toBe(`Exported ${many} to CSV.`);
});

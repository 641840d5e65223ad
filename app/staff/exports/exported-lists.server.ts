import { listClaims, loadClaimPages } from "#app/compliance/claims/list-claims.server.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import { assessmentList } from "#app/staff/assessments/assessments.list.tsx";
import { auditLogList } from "#app/staff/audit/audit-log.list.tsx";
import { listDescribedAuditLog } from "#app/staff/audit/audit-log.list.server.ts";
import { claimList } from "#app/staff/claims/claims.list.tsx";
import { loadEventChoices } from "#app/events/lists/event-choices.server.ts";
import { signupList } from "#app/staff/signups/signups.list.tsx";
import { trackingEventList } from "#app/staff/visits/tracking-events.list.tsx";
import { visitorList } from "#app/staff/visits/visitors.list.tsx";
import { loadPeopleChoices } from "#app/people/lists/people-choices.server.ts";
import { listPeople } from "#app/people/lists/list-people.server.ts";
import { peopleForHubspot, peopleForWealthbox, peopleList } from "#app/staff/people/people.list.tsx";
import { defineExport } from "./define-export.server.ts";

/** Every list with an export: its definition, its query, and choices from the database. */
export const exportedLists = [
  defineExport(assessmentList, listAssessments),
  defineExport(signupList, listSignups, loadEventChoices),
  defineExport(visitorList, listVisitors),
  defineExport(trackingEventList, listTrackingEvents),
  ...[peopleList, peopleForWealthbox, peopleForHubspot].map((list) =>
    defineExport(list, listPeople, loadPeopleChoices),
  ),
  defineExport(claimList, listClaims, loadClaimPages),
  defineExport(auditLogList, listDescribedAuditLog()),
];

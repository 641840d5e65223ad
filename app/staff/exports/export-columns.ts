import { questions } from "#app/assessments/questions/questions.ts";
import type { Assessment } from "#app/assessments/lists/list-assessments.server.ts";
import { directSource } from "#app/tracking/lists/visit-query.ts";
import type { Signup } from "#app/events/lists/list-signups.server.ts";
import type { TrackingEvent } from "#app/tracking/lists/list-tracking-events.server.ts";
import type { Visitor } from "#app/tracking/lists/list-visitors.server.ts";
import type { CsvColumn } from "#app/platform/csv.ts";
import { missing } from "#app/staff/leads/leads.messages.ts";
import { practice } from "#content/practice.ts";

// The columns of the exports (specification sections 3 and 7), for people and for machines. What nobody gave is a word for people and
// empty for machines.

/** Contact, score, date, and each answer under its topic. */
export const assessmentColumns: readonly CsvColumn<Assessment>[] = [
  { heading: "Name", valueOf: (row) => row.name },
  { heading: "Email", valueOf: (row) => row.email },
  { heading: "Phone", valueOf: (row) => row.phone },
  { heading: "Score", valueOf: (row) => row.score },
  { heading: "Score Level", valueOf: (row) => row.scoreLevel },
  { heading: "Date", valueOf: (row) => dateOf(row.createdAt) },
  ...questions.map(({ id, topic }) => ({
    heading: `${id.toUpperCase()}: ${topic}`,
    valueOf: (row: Assessment) => row[id],
  })),
];

export const rawAssessmentColumns: readonly CsvColumn<Assessment>[] = [
  { heading: "id", valueOf: (row) => row.id },
  { heading: "name", valueOf: (row) => row.name },
  { heading: "email", valueOf: (row) => row.email },
  { heading: "phone", valueOf: (row) => row.phone },
  { heading: "score", valueOf: (row) => row.score },
  { heading: "score_level", valueOf: (row) => row.scoreLevel },
  { heading: "created_at", valueOf: (row) => row.createdAt.toISOString() },
  ...questions.map(({ id }) => ({ heading: id, valueOf: (row: Assessment) => row[id] })),
];

export const signupColumns: readonly CsvColumn<Signup>[] = [
  { heading: "Name", valueOf: (row) => row.name },
  { heading: "Email", valueOf: (row) => row.email },
  { heading: "Phone", valueOf: (row) => row.phone ?? missing.phone },
  { heading: "Questions", valueOf: (row) => row.questions ?? missing.questions },
  { heading: "Topics", valueOf: (row) => row.topics ?? missing.topics },
  { heading: "Date", valueOf: (row) => dateOf(row.createdAt) },
];

export const rawSignupColumns: readonly CsvColumn<Signup>[] = [
  { heading: "id", valueOf: (row) => row.id },
  { heading: "name", valueOf: (row) => row.name },
  { heading: "email", valueOf: (row) => row.email },
  { heading: "phone", valueOf: (row) => row.phone ?? "" },
  { heading: "questions", valueOf: (row) => row.questions ?? "" },
  { heading: "topics", valueOf: (row) => row.topics ?? "" },
  { heading: "created_at", valueOf: (row) => row.createdAt.toISOString() },
  { heading: "event_id", valueOf: (row) => row.eventId ?? "" },
  { heading: "state", valueOf: (row) => row.state },
];

export const visitorColumns: readonly CsvColumn<Visitor>[] = [
  { heading: "First Name", valueOf: (row) => row.firstName },
  { heading: "Last Name", valueOf: (row) => row.lastName },
  { heading: "Email", valueOf: (row) => row.email },
  { heading: "Source", valueOf: (row) => row.source ?? directSource },
  { heading: "IP Address", valueOf: (row) => row.ipAddress ?? missing.ipAddress },
  { heading: "User Agent", valueOf: (row) => row.userAgent ?? "" },
  { heading: "Date", valueOf: (row) => dateOf(row.createdAt) },
];

export const rawVisitorColumns: readonly CsvColumn<Visitor>[] = [
  { heading: "id", valueOf: (row) => row.id },
  { heading: "first_name", valueOf: (row) => row.firstName },
  { heading: "last_name", valueOf: (row) => row.lastName },
  { heading: "email", valueOf: (row) => row.email },
  { heading: "source", valueOf: (row) => row.source ?? "" },
  { heading: "ip_address", valueOf: (row) => row.ipAddress ?? "" },
  { heading: "user_agent", valueOf: (row) => row.userAgent ?? "" },
  { heading: "created_at", valueOf: (row) => row.createdAt.toISOString() },
  { heading: "lead_id", valueOf: (row) => row.leadId ?? "" },
  { heading: "traffic_class", valueOf: (row) => row.trafficClass },
];

export const trackingColumns: readonly CsvColumn<TrackingEvent>[] = [
  { heading: "Event Type", valueOf: (row) => row.eventType },
  { heading: "URL", valueOf: (row) => row.url },
  { heading: "Timestamp", valueOf: (row) => localeStringOf(row.timestamp) },
  { heading: "Additional Data", valueOf: (row) => JSON.stringify(wholeEvent(row)) },
];

export const rawTrackingColumns: readonly CsvColumn<TrackingEvent>[] = [
  { heading: "id", valueOf: (row) => row.id },
  { heading: "visit_id", valueOf: (row) => row.visitId },
  { heading: "event_type", valueOf: (row) => row.eventType },
  { heading: "url", valueOf: (row) => row.url },
  { heading: "timestamp", valueOf: (row) => row.timestamp.toISOString() },
  { heading: "percentage", valueOf: (row) => row.percentage ?? "" },
  { heading: "idle_time", valueOf: (row) => row.idleTime ?? "" },
  { heading: "time_on_page", valueOf: (row) => row.timeOnPage ?? "" },
  { heading: "target", valueOf: (row) => row.target ?? "" },
];

/** The event with the names of specification section 3, and without what its type has not. */
function wholeEvent(event: TrackingEvent): Record<string, unknown> {
  const { id, visitId, eventType, url, timestamp, percentage, idleTime, timeOnPage, target } = event;
  const optional = Object.entries({ percentage, idleTime, timeOnPage, target });
  return {
    id,
    visit: visitId,
    event_type: eventType,
    url,
    timestamp: timestamp.toISOString(),
    ...Object.fromEntries(optional.filter(([, value]) => value !== null)),
  };
}

const { timeZone } = practice;
const dateFormat = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
const localeFormat = new Intl.DateTimeFormat("en-US", {
  timeZone,
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/**
 * 2026-11-20 11:48:03 in the practice's time zone: spreadsheets of every language take it for a date, and sorted as text it
 * is still in order. (American short dates have a narrow no-break space before "AM", which they take for text.)
 */
function dateOf(at: Date): string {
  return dateFormat.format(at);
}

/** “11/20/2026, 11:48:03 AM” in the practice's time zone, with a plain space: specification section 3 wants it as people there write it. */
function localeStringOf(at: Date): string {
  return localeFormat.format(at).replaceAll("\u202F", " ");
}

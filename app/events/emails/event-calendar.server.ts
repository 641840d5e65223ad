import ical, { ICalAlarmType, ICalCalendarMethod, type ICalEvent, ICalEventStatus } from "ical-generator";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import type { CalendarPart } from "#app/email/definition/email-content.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { liveEvent } from "#content/live-event.ts";
import { practice } from "#content/practice.ts";

const alarmMinutesBefore = 15;

/**
 * The event as a calendar entry (RFC 5545). Its UID is the same in every email about the event, so that a later entry
 * replaces an earlier one. The link to the attendee page is omitted, because calendars are shared.
 * @param options.sequence a higher number replaces a lower one
 * @param options.writtenAt of two entries with the same sequence number, the later one wins
 */
export function eventCalendar(
  event: LiveEvent,
  options: { method: CalendarPart["method"]; sequence: number; writtenAt: Date; siteUrl: string },
): CalendarPart {
  const { method, sequence, writtenAt, siteUrl } = options;
  const isHeld = method === "PUBLISH";
  const { calendar, entry } = createEntry(event, { isHeld, sequence, stamp: writtenAt, siteUrl });
  entry.description(description(event));
  entry.location(event.joinUrl);
  // ical-generator escapes these two characters with backslashes, which URIs must not have (RFC 5545, 3.3.13).
  entry.url(event.joinUrl.replaceAll(",", "%2C").replaceAll(";", "%3B"));
  if (isHeld) addAlarm(entry, event);
  return { method, text: calendar.toString() };
}

/** Earlier than every email, whose entry contains the join link and must replace this one. */
const publicStamp = new Date("2020-01-01T00:00:00Z");

/** The entry that everyone can download: without the join link, which only people with a seat get. */
export function publicEventCalendar(event: LiveEvent, siteUrl: string): string {
  const { sequence } = event;
  const { calendar, entry } = createEntry(event, { isHeld: true, sequence, stamp: publicStamp, siteUrl });
  entry.description(liveEvent.confirmation.calendar.details);
  entry.location("LinkedIn Live");
  entry.url(siteUrl + eventPagePath(event.id));
  addAlarm(entry, event);
  return calendar.toString();
}

function createEntry(
  event: LiveEvent,
  options: { isHeld: boolean; sequence: number; stamp: Date; siteUrl: string },
) {
  const { isHeld, sequence, stamp, siteUrl } = options;
  const calendar = ical({
    prodId: { company: practice.firmName, product: "Live events", language: "EN" },
    method: isHeld ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
  });
  const entry = calendar.createEvent({
    id: `event-${event.id}@${new URL(siteUrl).hostname}`,
    sequence,
    stamp,
    // Without a time zone, both are in UTC.
    start: event.startsAt,
    end: endOf(event),
    summary: event.title,
    organizer: { name: practice.firmName, email: practice.email },
    status: isHeld ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  });
  return { calendar, entry };
}

function addAlarm(entry: ICalEvent, { title }: LiveEvent): void {
  entry.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: alarmMinutesBefore * 60,
    description: title,
  });
}

function description({ joinUrl, topics }: LiveEvent): string {
  return [`Join: ${joinUrl}`, ...(topics.length === 0 ? [] : [topics.join("\n")])].join("\n\n");
}

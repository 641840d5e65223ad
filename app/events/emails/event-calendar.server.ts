import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import type { CalendarPart } from "#app/email/definition/email-content.ts";
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
  const calendar = ical({
    prodId: { company: practice.firmName, product: "Live events", language: "EN" },
    method: isHeld ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
  });
  const entry = calendar.createEvent({
    id: `event-${event.id}@${new URL(siteUrl).hostname}`,
    sequence,
    stamp: writtenAt,
    // Without a time zone, both are in UTC.
    start: event.startsAt,
    end: endOf(event),
    summary: event.title,
    description: description(event),
    location: event.joinUrl,
    // ical-generator escapes these two characters with backslashes, which URIs must not have (RFC 5545, 3.3.13).
    url: event.joinUrl.replaceAll(",", "%2C").replaceAll(";", "%3B"),
    organizer: { name: practice.firmName, email: practice.email },
    status: isHeld ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  });
  if (isHeld) {
    entry.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: alarmMinutesBefore * 60,
      description: event.title,
    });
  }
  return { method, text: calendar.toString() };
}

function description({ joinUrl, topics }: LiveEvent): string {
  return [`Join: ${joinUrl}`, ...(topics.length === 0 ? [] : [topics.join("\n")])].join("\n\n");
}

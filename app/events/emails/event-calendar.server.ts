import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import type { CalendarPart } from "#app/email/definition/email-content.ts";
import { practice } from "#content/practice.ts";

const alarmMinutesBefore = 15;

/**
 * The event as an entry for calendars (RFC 5545). Its name is the same in every letter about the event, so that a later entry
 * takes the place of an earlier one. The link to the person's place is not in it: calendars are shared.
 * @param options.sequence the higher number is the newer entry
 * @param options.writtenAt when the entry is made; of two with the same number the later counts
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
    // Without a zone both are written in UTC, which is right in every zone and season.
    start: event.startsAt,
    end: endOf(event),
    summary: event.title,
    description: description(event),
    location: event.joinUrl,
    // ical-generator puts backslashes before these two, which addresses must not have (RFC 5545, 3.3.13).
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

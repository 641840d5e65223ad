/** An event for the calendar of a person who may not have the join link yet. */
type CalendarEvent = { title: string; startsAt: Date; endsAt: Date; details: string };

/** The page of Google Calendar that adds the event. */
export function googleCalendarUrl({ title, startsAt, endsAt, details }: CalendarEvent): string {
  return withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${toCompactUtc(startsAt)}/${toCompactUtc(endsAt)}`,
    details,
  });
}

/** The page of Outlook on the web that adds the event. */
export function outlookCalendarUrl({ title, startsAt, endsAt, details }: CalendarEvent): string {
  return withQuery("https://outlook.office.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: toUtc(startsAt),
    enddt: toUtc(endsAt),
    body: details,
  });
}

/** Outlook displays a plus sign as such, so spaces are percent-encoded. */
function withQuery(url: string, fields: Readonly<Record<string, string>>): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${url}?${query.join("&")}`;
}

/** 2026-12-17T18:00:00Z */
function toUtc(moment: Date): string {
  return `${moment.toISOString().slice(0, "2026-12-17T18:00:00".length)}Z`;
}

/** 20261217T180000Z */
function toCompactUtc(moment: Date): string {
  return toUtc(moment).replaceAll(/[-:]/g, "");
}

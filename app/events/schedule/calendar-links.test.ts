import { expect, test } from "vitest";
import { googleCalendarUrl, outlookCalendarUrl } from "./calendar-links.ts";

const event = {
  title: "Before & after: “a letter” + more",
  startsAt: new Date("2026-12-17T18:00:00Z"),
  endsAt: new Date("2026-12-17T18:45:00Z"),
  details: "The join link is in your confirmation email.",
};

test("the Google link has title, times in UTC and details", () => {
  const url = new URL(googleCalendarUrl(event));
  expect(url.origin).toBe("https://calendar.google.com");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    action: "TEMPLATE",
    text: event.title,
    dates: "20261217T180000Z/20261217T184500Z",
    details: event.details,
  });
});

test("the Outlook link has title, times in UTC and details, without plus signs for spaces", () => {
  const address = outlookCalendarUrl(event);
  expect(address).not.toContain("+");
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    subject: event.title,
    startdt: "2026-12-17T18:00:00Z",
    enddt: "2026-12-17T18:45:00Z",
    body: event.details,
  });
});

import { randomUUID } from "node:crypto";

/** A form that an endpoint accepts. */
export type SampleForm = { path: string; fields: Record<string, string> };

/** The sample forms of one path. */
export function at(path: string, ...forms: readonly Record<string, string>[]): SampleForm[] {
  return forms.map((fields) => ({ path, fields }));
}

export const person = { name: "Thomas Avery", email: "t.avery@example.com", phone: "(737) 555-0164" };
const id = randomUUID();
const event = {
  title: "After the letter",
  start: "2027-01-21T12:00",
  timeZone: "America/Chicago",
  durationMinutes: "60",
  capacity: "80",
  hosts: "whitfield",
  summary: "What a buyer looks for",
  "host-1-name": "A host",
  "host-1-role": "Guest",
  "host-1-biography": "A biography",
  "host-1-ties": "Not a client. No one is paid, and no one refers clients.",
  "topic-1-title": "One",
  "topic-1-description": "",
  joinUrl: "https://live.example.com/after",
  revision: "0",
  opened: "{}",
};

/** Fields of the forms of live events, by the path in the tables of `expected-answers.ts`. */
export function listEventForms({
  event: eventId,
  signup,
  message,
}: {
  event: string;
  signup: string;
  message: string;
}): Record<string, SampleForm[]> {
  return {
    "/admin/events/new": at("/admin/events/new", event),
    "/admin/events/x": at(
      `/admin/events/${eventId}`,
      { shown: `${id} unknown`, came: id, rest: "on" },
      { mark: "A name" },
    ),
    "/admin/events/x/edit": at(`/admin/events/${eventId}/edit`, event),
    "/admin/events/x/x": at(`/admin/events/${eventId}/${signup}`, { next: "" }),
    "/admin/events/x/x/move": at(`/admin/events/${eventId}/${signup}/move`, { move: "front", ahead: "" }),
    "/admin/events/x/x/link": at(`/admin/events/${eventId}/${signup}/link`, {}),
    "/admin/events/x/attendance": at(
      `/admin/events/${eventId}/attendance`,
      { csv: "email,name\nseat@example.com,Ada" },
      { ids: signup, absent: "1" },
    ),
    "/admin/events/x/attendance/absent": at(`/admin/events/${eventId}/attendance/absent`, { count: "1" }),
    "/admin/events/x/guests": at(`/admin/events/${eventId}/guests`, person),
    "/admin/events/x/message": at(
      `/admin/events/${eventId}/message`,
      { template: "notice", to: "holders", paragraph: "The door is at the side.", link: "" },
      {
        template: "replay",
        to: "attended",
        repeats: "on",
        replayUrl: "https://live.example.com/replay",
        slidesUrl: "",
        paragraph: "",
      },
    ),
    "/admin/events/x/message/x": at(`/admin/events/${eventId}/message/${message}`, { version: "1" }),
    "/admin/events/x/cancel": at(`/admin/events/${eventId}/cancel`, {
      revision: "9",
      paragraph: "The host is ill.",
    }),
  };
}

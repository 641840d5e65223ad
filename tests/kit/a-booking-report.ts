import { createHmac } from "node:crypto";
import type { BookingReport } from "#app/people/bookings/booking-report.server.ts";

/** The report of a new booking without a person. */
export function aBookingReport(changes: Partial<BookingReport> = {}): BookingReport {
  return {
    change: "created",
    uid: "booking-1",
    previousUid: null,
    startsAt: new Date("2026-12-01T16:00:00Z"),
    endsAt: new Date("2026-12-01T16:30:00Z"),
    attendeeEmail: null,
    reference: null,
    reportedAt: new Date("2026-11-21T12:00:00Z"),
    ...changes,
  };
}

/** The body of Cal.com's webhook, with the fields of its published example that matter. */
export function aBookingWebhook(triggerEvent: string, payload: Record<string, unknown> = {}): string {
  return JSON.stringify({
    triggerEvent,
    createdAt: "2026-11-21T12:00:00.538Z",
    payload: {
      type: "30min",
      title: "30 minutes with Eleanor Whitfield",
      startTime: "2026-12-01T16:00:00Z",
      endTime: "2026-12-01T16:30:00Z",
      organizer: { name: "Eleanor Whitfield", email: "advisor@example.com" },
      attendees: [{ name: "Thomas Avery", email: "T.Avery@Example.com", timeZone: "America/Chicago" }],
      uid: "bFJeNb2uX8ANpT3JL5EfXw",
      metadata: {},
      status: "ACCEPTED",
      ...payload,
    },
  });
}

export function signWebhook(secret: string, body: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

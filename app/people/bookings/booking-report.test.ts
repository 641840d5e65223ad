import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aBookingWebhook } from "#tests/kit/a-booking-report.ts";
import { hasValidSignature, readBookingReport } from "./booking-report.server.ts";

const secret = "a secret of the scheduler, 32 characters";
const body = aBookingWebhook("BOOKING_CREATED");
const sign = (key: string, text = body): string => createHmac("sha256", key).update(text).digest("hex");

describe("the signature of the webhook", () => {
  test("is valid for the same secret and body", () => {
    expect(hasValidSignature(secret, body, sign(secret))).toBe(true);
  });

  test.each([
    ["missing", undefined],
    ["empty", ""],
    ["of another secret", sign("another secret of the scheduler, 32")],
    ["of another body", sign(secret, `${body} `)],
    ["too short", sign(secret).slice(2)],
    ["not hexadecimal", "z".repeat(64)],
  ])("is invalid if it is %s", (_, signature) => {
    expect(hasValidSignature(secret, body, signature)).toBe(false);
  });
});

describe("the body of the webhook", () => {
  test("is read, with the address in lower case", () => {
    const reference = "0d4b7f0e-5b0c-4b7e-9d5f-2f3f6c1f6a11";
    expect(readBookingReport(aBookingWebhook("BOOKING_CREATED", { metadata: { reference } }))).toEqual({
      change: "created",
      uid: "bFJeNb2uX8ANpT3JL5EfXw",
      previousUid: null,
      startsAt: new Date("2026-12-01T16:00:00Z"),
      endsAt: new Date("2026-12-01T16:30:00Z"),
      attendeeEmail: "t.avery@example.com",
      reference,
      reportedAt: new Date("2026-11-21T12:00:00.538Z"),
    });
  });

  test.each([
    { attendees: [] },
    { attendees: [{ email: "not an address" }] },
    { attendees: "nobody", metadata: "none" },
    { attendees: null, metadata: { reference: "\u0000" } },
  ])("without a usable attendee is still a booking: %j", (payload) => {
    expect(readBookingReport(aBookingWebhook("BOOKING_CANCELLED", payload))).toMatchObject({
      change: "canceled",
      attendeeEmail: null,
      reference: null,
    });
  });

  test("names the booking before it was rescheduled", () => {
    expect(
      readBookingReport(aBookingWebhook("BOOKING_RESCHEDULED", { rescheduleUid: "before" })),
    ).toMatchObject({ change: "rescheduled", previousUid: "before" });
  });

  test.each(["PING", "BOOKING_REQUESTED", "MEETING_ENDED", "constructor"])("of %s is ignored", (trigger) => {
    expect(readBookingReport(aBookingWebhook(trigger))).toBe("ignored");
  });

  test.each([
    "",
    "not JSON",
    "[]",
    "{}",
    aBookingWebhook("BOOKING_CREATED", { uid: "a\u0000b" }),
    aBookingWebhook("BOOKING_CREATED", { startTime: "tomorrow" }),
  ])("is rejected: %s", (text) => {
    expect(readBookingReport(text)).toBeUndefined();
  });
});

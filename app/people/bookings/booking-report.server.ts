import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** A change of a booking that the scheduler reports. */
export type BookingReport = {
  change: "created" | "rescheduled" | "canceled";
  /** The scheduler's id. A rescheduled booking has another one than before. */
  uid: string;
  /** The id before a booking was rescheduled. */
  previousUid: string | null;
  startsAt: Date;
  endsAt: Date;
  /** In lower case. */
  attendeeEmail: string | null;
  reference: string | null;
  reportedAt: Date;
};

const changes: Readonly<Record<string, BookingReport["change"]>> = {
  BOOKING_CREATED: "created",
  BOOKING_RESCHEDULED: "rescheduled",
  BOOKING_CANCELLED: "canceled",
};

/**
 * Whether the header `X-Cal-Signature-256` is the HMAC-SHA256 of the body with the secret, in hexadecimal
 * (https://cal.com/docs/developing/guides/automation/webhooks).
 */
export function hasValidSignature(secret: string, body: string, signature: string | undefined): boolean {
  if (signature === undefined || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac("sha256", secret).update(body, "utf8").digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

const uid = z.string().regex(/^[\w-]{1,200}$/);
const time = z.iso.datetime({ offset: true }).transform((value) => new Date(value));
/** A value that cannot identify anyone counts as missing, because the booking itself must not be lost. */
const attendeeEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u)
  .nullish()
  .catch(null);
const reference = z
  .string()
  .regex(/^[\x20-\x7e]{1,100}$/)
  .nullish()
  .catch(null);

const envelopeSchema = z.object({ triggerEvent: z.string() });
const bookingSchema = z.object({
  createdAt: time,
  payload: z.object({
    uid,
    startTime: time,
    endTime: time,
    attendees: z.array(z.object({ email: attendeeEmail })).catch([]),
    metadata: z.object({ reference }).nullish().catch(null),
    // The field is absent from the published example, so its absence must not lose the booking.
    rescheduleUid: uid.nullish().catch(null),
  }),
});

/**
 * Reads the body of Cal.com's webhook.
 * @returns undefined if the body is not readable, and `ignored` for a trigger that changes no booking, such as the test of the connection
 */
export function readBookingReport(body: string): BookingReport | "ignored" | undefined {
  const json = parse(body);
  const envelope = envelopeSchema.safeParse(json);
  if (!envelope.success) return undefined;
  const { triggerEvent } = envelope.data;
  const change = Object.hasOwn(changes, triggerEvent) ? changes[triggerEvent] : undefined;
  if (change === undefined) return "ignored";
  const parsed = bookingSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { createdAt, payload } = parsed.data;
  return {
    change,
    uid: payload.uid,
    previousUid: payload.rescheduleUid ?? null,
    startsAt: payload.startTime,
    endsAt: payload.endTime,
    attendeeEmail: payload.attendees[0]?.email ?? null,
    reference: payload.metadata?.reference ?? null,
    reportedAt: createdAt,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

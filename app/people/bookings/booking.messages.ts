import type { BookingState } from "#app/data/schema/bookings.ts";
import { clockTimeIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

export const bookingMessages = {
  /** The next step of a person with an appointment, on its day. The time is that of the firm. */
  appointmentStep: (startsAt: Date) => `Appointment at ${clockTimeIn(practice.timeZone, startsAt)}`,
  /** The next step of a person after a cancellation. */
  canceledStep: "Follow up on the canceled appointment",
} as const;

export const bookingStates: Readonly<Record<BookingState, string>> = {
  booked: "Booked",
  rescheduled: "Rescheduled",
  canceled: "Canceled",
};

import type { BookingState } from "#app/data/schema/bookings.ts";

export const bookingMessages = {
  /** The next step of a person after a cancellation. */
  canceledStep: "Booking was canceled",
} as const;

export const bookingStates: Readonly<Record<BookingState, string>> = {
  booked: "Booked",
  rescheduled: "Rescheduled",
  canceled: "Canceled",
};

/**
 * Table `bookings`: appointments that the scheduler reported. Owner: people. Personal data: the attendee's email address and the time.
 * Kept as long as the person; without a person, for 90 days.
 */
export type BookingsTable = {
  /** The scheduler's id. */
  uid: string;
  state: BookingState;
  startsAt: Date;
  /** Equal to the start if the times are unknown, because only the report of the booking that replaced this one has arrived. */
  endsAt: Date;
  /** In lower case. */
  attendeeEmail: string | null;
  /** As the scheduler reported it, also if no form has it. */
  reference: string | null;
  /** An address of the person; null while the booking has no person. */
  personEmail: string | null;
  /** The scheduler's time of the latest report that was applied. */
  reportedAt: Date;
  receivedAt: Date;
  /** When it was rescheduled or canceled. */
  closedAt: Date | null;
  /** When staff dismissed it. Only without a person. */
  dismissedAt: Date | null;
};

/** A rescheduled booking continues as another booking. */
export type BookingState = "booked" | "rescheduled" | "canceled";

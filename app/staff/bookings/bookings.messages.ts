/** Texts of the list of appointments without a person. */
export const unmatchedTexts = {
  title: "Unmatched appointments",
  about:
    "Appointments from the scheduling service that don’t match anyone under “People”. They are deleted after 90 days unless you assign them.",
  empty: "Every reported appointment is matched to a person.",
  more: "Only the newest appointments are shown. Assign or dismiss them to see older ones.",
  attendee: "Attendee",
  noAttendee: "No email address",
  status: "Status",
  received: "Received",
  email: "Email address of the person",
  assign: "Assign",
  dismiss: "Dismiss",
  ofBooking: (begins: string): string => ` the appointment on ${begins}`,
} as const;

/** Confirmations after a change. */
export const bookingDoneTexts = {
  assigned: "Assigned. The appointment appears in the person’s activity.",
  dismissed: "Dismissed.",
} as const;

/** Why nothing was changed. */
export const bookingRefusals = {
  gone: "A colleague has already assigned or dismissed this appointment, or it was deleted.",
  unknown:
    "No person in this system has this email address. Check the spelling, or wait until the person submits a form.",
  unclear: "The request was incomplete. Please press one of the buttons again.",
} as const;

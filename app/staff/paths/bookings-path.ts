/** The list of appointments without a person. */
export const bookingsPath = "/admin/people/bookings";

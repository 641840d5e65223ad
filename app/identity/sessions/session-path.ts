/** Where a browser asks whether its session still stands. */
export const sessionPath = "/api/session";

/**
 * The same, asked by a browser that was just told that there is none: what it still holds of one is taken away. Not at the first
 * asking, which can be on its way while another tab gets a new cookie, and would take that one.
 */
export const forgetSessionPath = "/api/session?forget";

/** Returns the browser's session. */
export const sessionPath = "/api/session";

/**
 * Also removes the cookie of an ended session. A browser uses it only after a first request found no session, because that request could
 * be in flight while another tab receives a new cookie.
 */
export const forgetSessionPath = "/api/session?forget";

/** The paths that emails link to. The pages belong to other areas, so a test compares the paths. */
export const emailLinkPaths = {
  /** Followed by the email's preferences key. */
  preferences: "/letters/preferences",
  /** Followed by the email's preferences key: one-click unsubscribe (RFC 8058). */
  unsubscribe: "/functions/v1/letters/unsubscribe",
  staffArea: "/admin",
} as const;

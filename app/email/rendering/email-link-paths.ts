/**
 * Where letters are answered. The pages and the endpoint are the product's (`pages.letterPreferences`, `routes.ts`), and
 * letters may not know them; `letter-addresses.test.ts` holds both equal.
 */
export const emailLinkPaths = {
  /** Followed by the letter's key: a page that says which letters its recipient gets. */
  preferences: "/letters/preferences",
  /** Followed by the letter's key: one-click unsubscribe (RFC 8058). */
  unsubscribe: "/functions/v1/letters/unsubscribe",
} as const;

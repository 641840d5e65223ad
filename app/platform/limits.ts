/**
 * The longest values we accept, in characters. Forms and endpoints read them here; the tables repeat them
 * in their checks, and `app/data/schema.db.test.ts` holds the two equal.
 */
export const maximumLength = {
  name: 200,
  email: 254,
  phone: 40,
  freeText: 4_000,
} as const;

/** The largest request body we read, in bytes. */
export const maximumBodyBytes = 64 * 1024;

/** The longest values we accept, in characters. Forms, endpoints and the database all read them here. */
export const maximumLength = {
  name: 200,
  email: 254,
  phone: 40,
  freeText: 4_000,
} as const;

/** The largest request body we read, in bytes. */
export const maximumBodyBytes = 64 * 1024;

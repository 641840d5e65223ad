/**
 * Minimum and maximum length of a new password. A sign-up may use six characters, as specified (section 5), because it has no role yet.
 * An account with a role needs twelve.
 */
export const passwordLength = { minimum: 12, chosenMinimum: 6, maximum: 128 } as const;

/** Returns whether a password is long enough for an account with a role. */
export function isLongPassword(password: string): boolean {
  return Array.from(password).length >= passwordLength.minimum;
}

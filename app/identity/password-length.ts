/**
 * How many characters a new password must and may have. A sign-up may choose six, as specified (section 5): it has no role yet. Wherever an
 * account has a role or gets one, twelve are needed.
 */
export const passwordLength = { minimum: 12, chosenMinimum: 6, maximum: 128 } as const;

/** Whether a password is long enough for an account with a role. */
export function isLongPassword(password: string): boolean {
  return Array.from(password).length >= passwordLength.minimum;
}

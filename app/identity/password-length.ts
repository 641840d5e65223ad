/**
 * How many characters a new password must and may have. Six is the specification's, where somebody chooses for an account of their own
 * (section 5); whoever makes an owner by the set-up link, or an account from the shell, is asked for more.
 */
export const passwordLength = { minimum: 12, chosenMinimum: 6, maximum: 128 } as const;

/** How many characters a new password must and may have. */
export const passwordLength = { minimum: 12, maximum: 128 } as const;

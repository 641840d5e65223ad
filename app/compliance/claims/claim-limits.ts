/** Evidence that expires within this time should be renewed. */
export const maxDaysBeforeExpiry = 30;

/** The claims that one form can decide about: a page of the register. */
export const maxClaimsPerDecision = 25;

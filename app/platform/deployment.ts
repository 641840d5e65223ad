/** Stored in place of a person as the author and approver of what a new build has changed. */
export const deployment = "deployment";

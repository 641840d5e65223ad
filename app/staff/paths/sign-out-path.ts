/** A POST to this path ends the session. */
export const signOutPath = "/auth/sign-out";

/** Where a session is ended, by a post. */
export const signOutPath = "/auth/sign-out";

/** Paths of single sign-on. The provider knows the second one as the redirect URI. */
export const signOnPath = "/auth/single-sign-on";
export const signOnCallbackPath = `${signOnPath}/callback`;

import { findCookies } from "#app/platform/http/cookies.ts";

/** Color schemes of the staff area. */
export const schemes = ["system", "light", "dark"] as const;

export type Scheme = (typeof schemes)[number];

/** A cookie, so that the server renders the scheme and no script has to change it. */
const cookieName = "practice.scheme";
const oneYear = 365 * 24 * 60 * 60;

/** Reads the scheme from the request header `Cookie`. */
export function readScheme(cookies: string | null): Scheme {
  const [chosen] = findCookies(cookies, cookieName);
  return schemes.find((scheme) => scheme === chosen) ?? "system";
}

/** The response header `Set-Cookie` that stores the scheme. */
export function createSchemeCookie(scheme: Scheme, isSecure: boolean): string {
  const lifetime = scheme === "system" ? 0 : oneYear;
  // The path is / because the router requests the data of `/admin` from `/admin.data`.
  return `${cookieName}=${scheme}; Max-Age=${lifetime}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

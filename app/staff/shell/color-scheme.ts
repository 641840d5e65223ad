/** The colours of the staff area: those of the reader’s system, unless this browser is told otherwise. */
export const schemes = ["system", "light", "dark"] as const;

export type Scheme = (typeof schemes)[number];

/** A cookie, so that the server draws the page in the right colours at once and no script has to change them. */
const cookieName = "practice.scheme";
const oneYear = 365 * 24 * 60 * 60;

/** What a browser was told, by the header `Cookie` of its request. */
export function schemeIn(cookies: string | null): Scheme {
  const values = (cookies ?? "").split(/;\s*/).map((cookie) => cookie.split("="));
  const told = values.find(([name]) => name === cookieName)?.[1];
  return schemes.find((scheme) => scheme === told) ?? "system";
}

/** What tells it, as a header `Set-Cookie`. */
export function schemeCookie(scheme: Scheme, isSecure: boolean): string {
  const lifetime = scheme === "system" ? 0 : oneYear;
  // Everywhere, since the router asks for the data of `/admin` at `/admin.data`.
  return `${cookieName}=${scheme}; Max-Age=${lifetime}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

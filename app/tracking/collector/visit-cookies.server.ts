import {
  browserCookie,
  browserKeyDays,
  countedOnly,
  visitCookie,
} from "#app/tracking/attribution/visit-keys.ts";

/**
 * What the answer to a visit leaves in the browser.
 * @param newBrowserKey null where the browser holds one: it keeps the day on which that ends
 */
export function visitCookies(visitId: string, newBrowserKey: string | null, isSecure: boolean): string[] {
  const cookies = [cookie(`${visitCookie}=${visitId}`, isSecure)];
  if (newBrowserKey !== null) cookies.push(browserCookieOf(newBrowserKey, browserKeyDays, isSecure));
  return cookies;
}

/** What it leaves in one that asks not to be followed: that it was counted. A key from earlier is taken away. */
export function countedCookies(isSecure: boolean): string[] {
  return [cookie(`${visitCookie}=${countedOnly}`, isSecure), browserCookieOf("", 0, isSecure)];
}

function browserCookieOf(key: string, days: number, isSecure: boolean): string {
  return cookie(`${browserCookie}=${key}; Max-Age=${days * 24 * 60 * 60}; HttpOnly`, isSecure);
}

function cookie(start: string, isSecure: boolean): string {
  return `${start}; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

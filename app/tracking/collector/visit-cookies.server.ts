import {
  browserCookie,
  browserKeyDays,
  optedOutMarker,
  visitCookie,
} from "#app/tracking/attribution/visit-keys.ts";

/**
 * The cookies of a recorded visit.
 * @param newBrowserKey null if the browser has a key, whose expiry then stays the same
 */
export function visitCookies(visitId: string, newBrowserKey: string | null, isSecure: boolean): string[] {
  const cookies = [cookie(`${visitCookie}=${visitId}`, isSecure)];
  if (newBrowserKey !== null) cookies.push(createBrowserCookie(newBrowserKey, browserKeyDays, isSecure));
  return cookies;
}

/** The cookies of a browser that opts out of tracking: a marker, and the removal of an earlier key. */
export function optOutCookies(isSecure: boolean): string[] {
  return [cookie(`${visitCookie}=${optedOutMarker}`, isSecure), createBrowserCookie("", 0, isSecure)];
}

function createBrowserCookie(key: string, days: number, isSecure: boolean): string {
  return cookie(`${browserCookie}=${key}; Max-Age=${days * 24 * 60 * 60}; HttpOnly`, isSecure);
}

function cookie(start: string, isSecure: boolean): string {
  return `${start}; Path=/; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

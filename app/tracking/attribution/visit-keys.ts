import { parseCookies } from "#app/platform/http/cookies.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

/**
 * The two cookies of a browser. `visit` lasts for the session; the visit script reads it, so that each session records one visit.
 * `browser` lasts for `browserKeyDays`, and scripts cannot read it.
 */
export const visitCookie = "visit";
export const browserCookie = "browser";

/** docs/privacy.md and the privacy notice state this number. */
export const browserKeyDays = 180;

/** The value of the `visit` cookie in browsers that opt out of tracking. */
export const optedOutMarker = "counted";

export type VisitKeys = { visitId: string | null; browserKey: string | null };

/** The keys in a request's Cookie header. Invalid values are ignored. */
export function readVisitKeys(cookieHeader: string | null): VisitKeys {
  const cookies = new Map(parseCookies(cookieHeader));
  const keyIn = (name: string): string | null => {
    const value = cookies.get(name);
    return value !== undefined && isUuid(value) ? value.toLowerCase() : null;
  };
  return { visitId: keyIn(visitCookie), browserKey: keyIn(browserCookie) };
}

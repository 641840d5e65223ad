import { isUuid } from "#app/platform/uuid.ts";

/**
 * The two keys that a browser holds. `visit`: of its session; the visit script reads it, so that later pages record no second visit.
 * `browser`: for as long as said here; no script can read it.
 */
export const visitCookie = "visit";
export const browserCookie = "browser";

/** How long a browser is known again, in days. Named in docs/privacy.md and in the privacy notice. */
export const browserKeyDays = 180;

/** What `visit` says in browsers that ask not to be followed: counted, and no key. */
export const countedOnly = "counted";

export type VisitKeys = { visitId: string | null; browserKey: string | null };

/** The keys in a request's Cookie header; whatever is none of ours is nothing. */
export function readVisitKeys(cookieHeader: string | null): VisitKeys {
  const cookies = new Map(
    (cookieHeader ?? "").split(";").map((pair): [string, string] => {
      const [name = "", value = ""] = pair.split("=", 2);
      return [name.trim(), value.trim()];
    }),
  );
  const keyIn = (name: string): string | null => {
    const value = cookies.get(name);
    return value !== undefined && isUuid(value) ? value.toLowerCase() : null;
  };
  return { visitId: keyIn(visitCookie), browserKey: keyIn(browserCookie) };
}

import { signOnPath } from "#app/identity/single-sign-on/sign-on-paths.ts";
import type { SignOnRefusal } from "#app/identity/single-sign-on/sign-on-refusal.ts";
import { pages } from "#app/pages/registry.ts";
import { returnPage, returnParameter } from "./return-path.ts";
import { type Tab, tabParameter } from "./sign-in-tabs.ts";

/** Why the sign-in screen is displayed. The URL carries only this name, so a stranger cannot craft a link that displays other text. */
export type SignInNotice = "codes" | "spent" | "made" | "ended";
/** The name of a refusal of single sign-on, which is displayed like a notice. */
export type SignOnNotice = `sign-on-${SignOnRefusal}`;
export const noticeParameter = "because";

/**
 * Returns the URL of the sign-in screen.
 * @param because the notice to display
 * @param from the page to return to after sign-in
 */
export function signInPath({
  because,
  tab = "sign-in",
  from = pages.admin.path,
}: {
  because?: SignInNotice | SignOnNotice;
  tab?: Tab;
  from?: string;
}): string {
  const to = returnPage(from);
  const query = new URLSearchParams({
    ...(because !== undefined && { [noticeParameter]: because }),
    ...(tab === "sign-up" && { [tabParameter]: tab }),
    // The dashboard is the default.
    ...(to !== pages.admin.path && { [returnParameter]: to }),
  });
  return query.size === 0 ? pages.auth.path : `${pages.auth.path}?${query}`;
}

/**
 * Returns where to redirect a request without a session. If it has the cookie of an ended session, the screen says so.
 * @param removal the headers of `forgetSession`, which are empty if there is no such cookie
 */
export function signInPathAfter(removal: Headers, from: string): string {
  return signInPath({ ...(removal.has("set-cookie") && { because: "ended" }), from });
}

/** The URL to which a form posts to begin single sign-on. @param to the staff path to open afterwards */
export function signOnStartPath(to: string): string {
  if (to === pages.admin.path) return signOnPath;
  return `${signOnPath}?${new URLSearchParams({ [returnParameter]: to })}`;
}

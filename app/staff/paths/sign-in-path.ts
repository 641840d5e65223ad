import { pages } from "#app/pages/registry.ts";
import { returnPage, returnParameter } from "./return-path.ts";
import { type Tab, tabParameter } from "./sign-in-tabs.ts";

/** Why the sign-in screen is displayed. The URL carries only this name, so nobody can craft a link that displays other text. */
export type SignInNotice = "codes" | "spent" | "made" | "ended";
export const signInNoticeParameter = "because";

/**
 * The sign-in screen.
 * @param because why somebody is led there; left out where they need not be told
 * @param tab which of its forms is to be seen
 * @param from the page that they are led away from and come back to; left out for whoever signed out themselves
 */
export function signInPath({
  because,
  tab = "sign-in",
  from = pages.admin.path,
}: {
  because?: SignInNotice;
  tab?: Tab;
  from?: string;
}): string {
  const to = returnPage(from);
  const query = new URLSearchParams({
    ...(because !== undefined && { [signInNoticeParameter]: because }),
    ...(tab === "sign-up" && { [tabParameter]: tab }),
    // Not where one comes to anyway.
    ...(to !== pages.admin.path && { [returnParameter]: to }),
  });
  return query.size === 0 ? pages.auth.path : `${pages.auth.path}?${query}`;
}

/**
 * Where somebody goes who has no session. Whoever brought one is told that it has ended.
 * @param removal what takes away the cookie that was brought, as `forgetSession` has it; empty where there was none
 */
export function signInPathAfter(removal: Headers, from: string): string {
  return signInPath({ ...(removal.has("set-cookie") && { because: "ended" }), from });
}

import { pages } from "#app/pages/registry.ts";
import { returnPage, returnParameter } from "./return-path.ts";
import { type Tab, tabParameter } from "./sign-in-tabs.ts";
import { type LeadBack, leadBackParameter } from "#app/staff/auth/sign-in.messages.ts";

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
  because?: LeadBack;
  tab?: Tab;
  from?: string;
}): string {
  const to = returnPage(from);
  const query = new URLSearchParams({
    ...(because !== undefined && { [leadBackParameter]: because }),
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

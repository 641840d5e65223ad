import { pages } from "#app/pages/registry.ts";
import { type LeadBack, leadBackParameter } from "./sign-in/sign-in.messages.ts";

/** The sign-in screen, which says why somebody is there. */
export function signInPath(because: LeadBack): string {
  return `${pages.auth.path}?${leadBackParameter}=${because}`;
}

/**
 * Where somebody goes who has no session. Whoever brought one is told that it has ended.
 * @param removal what takes away the cookie that was brought, as `forgetSession` has it; empty where there was none
 */
export function signInPathAfter(removal: Headers): string {
  return removal.has("set-cookie") ? signInPath("ended") : pages.auth.path;
}

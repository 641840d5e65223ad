import { pages } from "#app/pages/registry.ts";

export type Tab = "sign-in" | "sign-up";

const tabParameter = "tab";

/** Where each tab is without scripting. */
export const pathOfTab = {
  "sign-in": pages.auth.path,
  "sign-up": `${pages.auth.path}?${tabParameter}=sign-up`,
} as const satisfies Record<Tab, string>;

/** The tab that an address names; the first one where it names none (specification section 2). */
export function tabIn(url: string): Tab {
  return new URL(url).searchParams.get(tabParameter) === "sign-up" ? "sign-up" : "sign-in";
}

/** What the forms of the screen ask for. */
export const signInIntents = {
  signIn: "sign-in",
  signUp: "sign-up",
  quickAccess: "quick-access",
  sendAgain: "send-again",
} as const;

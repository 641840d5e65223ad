export type Tab = "sign-in" | "sign-up";

/** Query parameter for the second tab. */
export const tabParameter = "tab";

/** Returns the tab that a URL selects, by default the first (specification section 2). */
export function readTab(url: string): Tab {
  return new URL(url).searchParams.get(tabParameter) === "sign-up" ? "sign-up" : "sign-in";
}

/** The actions of the forms on the sign-in screen. */
export const signInIntents = {
  signIn: "sign-in",
  signUp: "sign-up",
  quickAccess: "quick-access",
  resend: "send-again",
} as const;

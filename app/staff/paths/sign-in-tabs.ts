export type Tab = "sign-in" | "sign-up";

/** Names in the address which of the two it is, where it is not the first. */
export const tabParameter = "tab";

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

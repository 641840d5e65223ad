import { createContext } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "#app/staff/return-path.ts";
import type { SignInState } from "./sign-in-card.tsx";

/** What the screen shows, without anything that a visitor typed: a few dozen states, each rendered once and kept. */
export type SignInScreen = Pick<SignInState, "tab" | "alert" | "errors"> & { offersLinkAgain: boolean };

export const firstScreen: SignInScreen = { tab: "sign-in", offersLinkAgain: false };

/** The state in which the screen is to be rendered. */
export const signInScreenContext = createContext<SignInScreen>(firstScreen);

/** Stand in the kept screen for what differs between visitors. */
export const placeholders = {
  email: "placeholder-of-email",
  /** A page of the staff area, or it would not be taken for one. */
  to: `${pages.people.path}/placeholder-of-return-page`,
} as const;

/**
 * Puts into a kept screen what differs between visitors.
 * @param filled.to the page of the staff area that signing in leads to: letters, digits, hyphens and slashes alone
 */
export function fillScreen(html: string, { email, to }: { email: string; to: string }): string {
  const parameter = `${returnParameter}=${encodeURIComponent(placeholders.to)}`;
  const withPage =
    to === pages.admin.path
      ? html.replaceAll(`?${parameter}`, "").replaceAll(`&amp;${parameter}`, "")
      : html.replaceAll(parameter, `${returnParameter}=${encodeURIComponent(to)}`);
  // The email comes last: nothing in it can be taken for another placeholder.
  return withPage.replaceAll(placeholders.to, to).replaceAll(placeholders.email, () => escapeHtml(email));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

import { createContext } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "#app/staff/paths/return-path.ts";
import type { SignInState } from "./sign-in-card.tsx";

/** Screen state without user input. There are a few dozen states; each is rendered once and cached. */
export type SignInScreen = Pick<SignInState, "tab" | "alert" | "errors"> & { offersLinkAgain: boolean };

const firstScreen: SignInScreen = { tab: "sign-in", offersLinkAgain: false };

/** The screen state to render. */
export const signInScreenContext = createContext<SignInScreen>(firstScreen);

/** Placeholders in the cached screen for values that differ between visitors. */
export const placeholders = {
  email: "placeholder-of-email",
  /** Must be a staff path, because any other path would be rejected. */
  to: `${pages.people.path}/placeholder-of-return-page`,
} as const;

/**
 * Fills the placeholders of a cached screen with a visitor's values.
 * @param filled.to staff path to open after sign-in; only letters, digits, hyphens and slashes
 */
export function fillScreen(html: string, { email, to }: { email: string; to: string }): string {
  const parameter = `${returnParameter}=${encodeURIComponent(placeholders.to)}`;
  const withPage =
    to === pages.admin.path
      ? html.replaceAll(`?${parameter}`, "").replaceAll(`&amp;${parameter}`, "")
      : html.replaceAll(parameter, `${returnParameter}=${encodeURIComponent(to)}`);
  // The email is filled in last so that its text cannot be replaced as another placeholder.
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

import type { SignOnRefusal } from "#app/identity/single-sign-on/sign-on-refusal.ts";
import type { AlertState } from "#app/ui/alert.tsx";
import { type SignOnNotice, noticeParameter } from "#app/staff/paths/sign-in-path.ts";
import { credentialTexts } from "./credentials.messages.ts";

export const signOnButton = { label: "Use single sign-on", busy: "Opening the provider..." } as const;

const refusals = {
  unavailable:
    "Single sign-on is not available right now. Please try again in a few minutes. Owners can use a passkey or password instead.",
  denied: "The single sign-on provider did not sign you in. Please try again.",
  invalid:
    "The response of the single sign-on provider could not be verified. Please try again. If it happens again, tell your administrator.",
  expired: "Single sign-on took too long or was started in another browser. Please try again.",
  unverified:
    "The single sign-on provider has not verified your email address. Please ask your administrator.",
  "other-domain": "Only the firm’s email addresses can use single sign-on.",
  "account-exists":
    "Your email address already has an account. Sign in with your passkey or password, and then connect single sign-on on your account page.",
  "other-person":
    "You signed in to the single sign-on provider as another person. Please use your own account.",
  "code-required": "Your account has an authenticator app. Please enter a code instead.",
  "too-many": credentialTexts.tooManyAttempts,
} as const satisfies Record<SignOnRefusal, string>;

/** Alerts by their name in the URL. */
export const signOnNotices: ReadonlyMap<string, AlertState> = new Map(
  Object.entries(refusals).map(([reason, text]) => [
    // The keys of the table above.
    `sign-on-${reason as SignOnRefusal}` satisfies SignOnNotice,
    { text },
  ]),
);

/** The refusal that a URL names. */
export function readSignOnNotice(url: string): AlertState | undefined {
  return signOnNotices.get(new URL(url).searchParams.get(noticeParameter) ?? "");
}

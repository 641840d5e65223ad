import type { StaffSession } from "./find-session.server.ts";

/** What somebody who is signed in has to do before the session allows anything. */
export type SignInStep = "second-factor" | "new-password" | "enrollment";

/** The next step, or undefined where the session is complete. Every endpoint of the staff area asks. */
export function nextSignInStep(
  session: Pick<StaffSession, "needsSecondFactor" | "needsNewPassword" | "needsEnrollment">,
): SignInStep | undefined {
  if (session.needsSecondFactor) return "second-factor";
  if (session.needsNewPassword) return "new-password";
  return session.needsEnrollment ? "enrollment" : undefined;
}

/** Whether everything was shown that the account and its role ask for. Until then nobody learns what the account may do. */
export function hasShownSecondFactor(
  session: Pick<StaffSession, "needsSecondFactor" | "needsEnrollment">,
): boolean {
  return !session.needsSecondFactor && !session.needsEnrollment;
}

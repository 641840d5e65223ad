import type { StaffSession } from "./find-session.server.ts";

/** A step that a signed-in person must complete before the session allows anything. */
export type SignInStep = "second-factor" | "new-password" | "enrollment";

/** Returns the next step, or undefined if the session is complete. Every staff endpoint calls this. */
export function nextSignInStep(
  session: Pick<StaffSession, "needsSecondFactor" | "needsNewPassword" | "needsEnrollment">,
): SignInStep | undefined {
  if (session.needsSecondFactor) return "second-factor";
  if (session.needsNewPassword) return "new-password";
  return session.needsEnrollment ? "enrollment" : undefined;
}

/** Whether no second factor remains to be verified or set up. Until then, responses do not reveal the account's permissions. */
export function hasShownSecondFactor(
  session: Pick<StaffSession, "needsSecondFactor" | "needsEnrollment">,
): boolean {
  return !session.needsSecondFactor && !session.needsEnrollment;
}

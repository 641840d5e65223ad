import { redirect } from "react-router";
import type { Identity, StaffSession } from "#app/identity/identity.server.ts";
import { nextSignInStep, type SignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { returnParameter, returnPath } from "#app/staff/paths/return-path.ts";
import { signInStepPath } from "#app/staff/paths/sign-in-step-path.ts";
import { signInPathAfter } from "#app/staff/paths/sign-in-path.ts";

/**
 * Returns the session if this is its next sign-in step, and the path to continue to.
 * @throws a redirect to the sign-in page without a session, to an earlier step, or to the destination if no step is missing
 */
export async function requireSignInStep(
  step: SignInStep,
  identity: Pick<Identity, "currentSession" | "forgetSession">,
  request: Request,
): Promise<{ session: StaffSession; to: string }> {
  const to = returnPath(new URL(request.url).searchParams.get(returnParameter));
  const session = await identity.currentSession(request.headers);
  if (session === null) throw redirect(signInPathAfter(identity.forgetSession(request.headers), to), 303);
  const next = nextSignInStep(session);
  if (next !== step) throw redirect(next === undefined ? to : signInStepPath(next, to), 303);
  return { session, to };
}

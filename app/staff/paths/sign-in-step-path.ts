import type { SignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "./return-path.ts";

/** The page for each sign-in step. */
const stepPages = {
  "second-factor": pages.prove,
  "new-password": pages.newPassword,
  enrollment: pages.enrollment,
} as const satisfies Record<SignInStep, { path: string }>;

/** Returns the URL of the next sign-in step. @param to staff path to return to afterward */
export function signInStepPath(step: SignInStep, to: string): string {
  return `${stepPages[step].path}?${returnParameter}=${encodeURIComponent(to)}`;
}

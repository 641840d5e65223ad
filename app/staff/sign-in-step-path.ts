import type { SignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { pages } from "#app/pages/registry.ts";
import { returnParameter } from "./return-path.ts";

/** The page of each step of signing in. */
const stepPages = {
  "second-factor": pages.prove,
  "new-password": pages.newPassword,
  enrollment: pages.enrollment,
} as const satisfies Record<SignInStep, { path: string }>;

/** Where somebody takes the next step of signing in. @param to the path of the staff area that they come back to */
export function signInStepPath(step: SignInStep, to: string): string {
  return `${stepPages[step].path}?${returnParameter}=${encodeURIComponent(to)}`;
}

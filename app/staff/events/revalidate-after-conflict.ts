import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Loads anew also after a refusal, which the router takes for no change: somebody else has made one. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

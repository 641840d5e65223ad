import type { ShouldRevalidateFunctionArgs } from "react-router";

/** Also reloads after a refusal, because a colleague has changed something. The router treats errors as no change. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

import { pages } from "#app/pages/registry.ts";

/** Names the thanks on the result page, which show only right after the answers were sent. */
export const completeId = "complete";

/** Where a person goes after the last answer: the private address of the result, with the thanks in view. */
export function resultPath(resultKey: string): string {
  return `${pages.assessmentResult.path}/${resultKey}#${completeId}`;
}

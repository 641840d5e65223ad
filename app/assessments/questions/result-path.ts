import { formPaths } from "#app/pages/form-paths.ts";

/** Names the thanks on the result page, which show only right after the answers were sent. */
export const completeId = "complete";

/** The private address of a result. */
export function resultPath(resultKey: string): string {
  return `${formPaths.assessmentResult}/${resultKey}`;
}

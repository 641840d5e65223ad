import { formPaths } from "#app/pages/form-paths.ts";

/** The URL fragment that displays the thank-you notice, right after the submission. */
export const completeId = "complete";

/** The anchor of the notice after a request to send the result again. */
export const emailedId = "emailed";

/** The private URL of a result. */
export function resultPath(resultKey: string): string {
  return `${formPaths.assessmentResult}/${resultKey}`;
}

import { getErrorKind } from "#app/platform/errors.ts";
import { delayOverloadResponse } from "#app/platform/work-queue.server.ts";

/** Returns the outcome of a command that hashes a password or, after a delay, `busy`, so that a form can keep what was typed. */
export async function unlessBusy<Outcome>(
  work: Promise<Outcome>,
): Promise<Outcome | { ok: false; reason: "busy" }> {
  try {
    return await work;
  } catch (error) {
    if (getErrorKind(error) !== "unavailable") throw error;
    await delayOverloadResponse();
    return { ok: false, reason: "busy" };
  }
}

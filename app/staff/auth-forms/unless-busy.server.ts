import { kindOf } from "#app/platform/errors.ts";

/** What a command that hashes a password returns, or that too many others are being hashed: a form can say so and keep what was typed. */
export async function unlessBusy<Outcome>(
  work: Promise<Outcome>,
): Promise<Outcome | { ok: false; reason: "busy" }> {
  try {
    return await work;
  } catch (error) {
    if (kindOf(error) === "unavailable") return { ok: false, reason: "busy" };
    throw error;
  }
}

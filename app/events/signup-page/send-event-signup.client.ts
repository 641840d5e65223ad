import * as z from "zod/mini";
import { confirmationPaths } from "#app/events/signup/confirmation-pages.ts";
import {
  confirmationRequired,
  type ReadRefusal,
  readRefusal,
} from "#app/intake/form/read-rejection.client.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import { failureReasons } from "#app/events/signup/event-signup.messages.ts";
import type { FieldErrors } from "./event-signup-form.tsx";
import type { EventSignupInput } from "#app/events/signup/event-signup.schema.ts";

export type SendOutcome =
  | { ok: true; nextPath: string }
  | { ok: false; reason: "refused"; errors: FieldErrors }
  | ({ ok: false } & Extract<ReadRefusal, { reason: "too-many" | "at-capacity" }>)
  /** Sending again is safe: an address holds one place. */
  | { ok: false; reason: "failed"; message: string };

/** Longer than a slow connection needs, shorter than a person waits. */
const patienceMs = 20_000;

const accepted = z.object({ data: z.object({ outcome: z.enum(["seat", "waiting", "next-date"]) }) });

/**
 * Sends the sign-up to the endpoint of specification section 7. Never throws.
 * @param more what the form carries besides its fields
 */
export async function sendEventSignup(
  input: EventSignupInput,
  more: Readonly<Record<string, string>>,
): Promise<SendOutcome> {
  let response: Response;
  try {
    response = await fetch("/functions/v1/linkedin-live-signup", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...more, ...input }),
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return failure(isLate ? "noAnswer" : "noConnection");
  }
  return response.json().then(readAnswer, () => failure("internal"));
}

function readAnswer(body: unknown): SendOutcome {
  const answer = accepted.safeParse(body);
  if (answer.success) return { ok: true, nextPath: confirmationPaths[answer.data.data.outcome] };
  if (confirmationRequired.safeParse(body).success) return { ok: true, nextPath: formPaths.checkEmail };
  const refusal = readRefusal(body);
  if (refusal.reason !== "unreadable") return { ok: false, ...refusal };
  if (refusal.kind === "unavailable") return failure("unavailable");
  return failure(refusal.kind === "too-large" ? "tooLarge" : "internal");
}

function failure(reason: keyof typeof failureReasons): SendOutcome {
  return { ok: false, reason: "failed", message: failureReasons[reason] };
}

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
  /** Retrying is safe, because an address can sign up once. */
  | { ok: false; reason: "failed"; message: string };

/** Long enough for a slow connection. */
const timeoutMs = 20_000;

const accepted = z.object({ data: z.object({ outcome: z.enum(["seat", "waiting", "next-date"]) }) });

/**
 * Sends the sign-up to the endpoint of specification section 7. Never throws.
 * @param more the hidden fields of the form
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
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return failure(isLate ? "noAnswer" : "noConnection");
  }
  return response.json().then(readResponse, () => failure("internal"));
}

function readResponse(body: unknown): SendOutcome {
  const success = accepted.safeParse(body);
  if (success.success) return { ok: true, nextPath: confirmationPaths[success.data.data.outcome] };
  if (confirmationRequired.safeParse(body).success) {
    return { ok: true, nextPath: formPaths.checkEmailForEvent };
  }
  const refusal = readRefusal(body);
  if (refusal.reason !== "unreadable") return { ok: false, ...refusal };
  if (refusal.kind === "unavailable") return failure("unavailable");
  return failure(refusal.kind === "too-large" ? "tooLarge" : "internal");
}

function failure(reason: keyof typeof failureReasons): SendOutcome {
  return { ok: false, reason: "failed", message: failureReasons[reason] };
}

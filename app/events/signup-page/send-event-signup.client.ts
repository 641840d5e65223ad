import * as z from "zod/mini";
import { checkEmailPath, confirmationPath } from "#app/events/signup/confirmation-pages.ts";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { confirmationRequired, readRefusal } from "#app/intake/form/read-rejection.client.ts";
import type { LimitRefusal } from "#app/intake/form/submission.messages.ts";
import { failureReasons } from "#app/events/signup/event-signup.messages.ts";
import type { FieldErrors } from "./event-signup-form.tsx";
import type { EventSignupRequest } from "#app/events/signup/event-signup.schema.ts";

export type SendOutcome =
  | { ok: true; nextPath: string }
  | { ok: false; reason: "refused"; errors: FieldErrors }
  /** The event is not open, and another one is. */
  | { ok: false; reason: "closed"; eventPath: string }
  | ({ ok: false } & LimitRefusal)
  /** Retrying is safe, because an address can sign up once. */
  | { ok: false; reason: "failed"; message: string };

/** Long enough for a slow connection. */
const timeoutMs = 20_000;

const accepted = z.object({ data: z.object({ outcome: z.enum(["seat", "waiting", "next-date"]) }) });

/**
 * Sends the sign-up to the endpoint of specification section 7. Never throws.
 * @param more the hidden fields of the form
 * @param page.hasOthers whether the confirmation page must name the event
 */
export async function sendEventSignup(
  input: EventSignupRequest,
  more: Readonly<Record<string, string>>,
  page: { hasOthers: boolean },
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
  const { eventId } = input;
  const pathId = page.hasOthers ? eventId : undefined;
  const { headers } = response;
  return response.json().then(
    (body: unknown) => readResponse({ body, headers }, { eventId, pathId }),
    () => failure("internal"),
  );
}

function readResponse(
  { body, headers }: { body: unknown; headers: Headers },
  { eventId, pathId }: Record<"eventId" | "pathId", string | undefined>,
): SendOutcome {
  const success = accepted.safeParse(body);
  if (success.success) return { ok: true, nextPath: confirmationPath(success.data.data.outcome, pathId) };
  if (confirmationRequired.safeParse(body).success) return { ok: true, nextPath: checkEmailPath(pathId) };
  const refusal = readRefusal(body, headers);
  if (eventId !== undefined && refusal.reason === "refused" && "eventId" in refusal.errors) {
    return { ok: false, reason: "closed", eventPath: eventPagePath(eventId) };
  }
  if (refusal.reason !== "unreadable") return { ok: false, ...refusal };
  if (refusal.kind === "unavailable") return failure("unavailable");
  return failure(refusal.kind === "too-large" ? "tooLarge" : "internal");
}

function failure(reason: keyof typeof failureReasons): SendOutcome {
  return { ok: false, reason: "failed", message: failureReasons[reason] };
}

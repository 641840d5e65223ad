import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { Sender } from "#app/integrations/deliveries/delivery-worker.server.ts";
import type { SendResult } from "#app/integrations/deliveries/send-result.ts";
import type { RequestOutcome, SendRequest } from "#app/integrations/requests/send-request.server.ts";
import { requestProblems } from "#app/integrations/requests/request-problems.ts";
import type { Clock } from "#app/platform/clock.ts";
import { signPayload } from "./sign-payload.server.ts";
import { composePayload } from "./webhook-payload.server.ts";

/** Posts events to webhooks. */
export function createWebhookSender(deps: {
  db: Kysely<Database>;
  clock: Clock;
  sendRequest: SendRequest;
}): Sender {
  return async (delivery, { url, includesContact, secrets }, signal) => {
    if (url === null) throw new Error("A webhook has no URL.");
    const body = await composePayload(deps.db, delivery, { includesContact });
    const headers = {
      "content-type": "application/json",
      "user-agent": "exit-planning-practice",
      ...signPayload({ id: delivery.id, at: deps.clock.now(), body }, secrets),
    };
    const request = { method: "POST", url, headers, body, maxResponseBytes } as const;
    return toResult(await deps.sendRequest(request, signal));
  };
}

/** Only the status and the headers are used. */
const maxResponseBytes = 10_000;

/** A busy receiver can delay its deliveries by at most this time. */
const maxRetryAfterSeconds = 3_600;

function toResult(outcome: RequestOutcome): SendResult {
  if (!outcome.ok) {
    return outcome.problem === "stopped"
      ? { kind: "interrupted" }
      : { kind: "deferred", problem: requestProblems[outcome.problem] };
  }
  const { status: code, retryAfterSeconds } = outcome;
  if (code >= 200 && code < 300) return { kind: "delivered", code };
  const problem = describeStatus(code);
  if (code === 410) return { kind: "stopped", reason: "gone", problem, code };
  if ((code === 429 || code === 503) && retryAfterSeconds !== undefined) {
    return {
      kind: "throttled",
      problem,
      code,
      retryAfterSeconds: Math.min(retryAfterSeconds, maxRetryAfterSeconds),
    };
  }
  return { kind: "deferred", problem, code };
}

function describeStatus(code: number): string {
  if (code === 410) return "The endpoint no longer exists.";
  if (code === 429 || code === 503) return "The endpoint is busy.";
  if (code >= 300 && code < 400) return "The endpoint redirects, which is not followed. Enter the final URL.";
  return code >= 500 ? "The endpoint failed." : "The endpoint rejected the event.";
}

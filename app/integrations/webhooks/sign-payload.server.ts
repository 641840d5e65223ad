import { Webhook } from "standardwebhooks";

/**
 * The headers that let the receiver verify a payload (standardwebhooks.com).
 * @param secrets each of them signs, so that a receiver accepts the payload with the current and with the previous secret
 */
export function signPayload(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

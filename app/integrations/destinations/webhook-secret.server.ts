import { randomBytes } from "node:crypto";

/** Creates a secret in the format of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

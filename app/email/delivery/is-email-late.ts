import type { EmailHealth } from "#app/email/outbox/email-health.server.ts";

/** Email is usually delivered within seconds. A busy or restarting mail server takes some minutes. */
export const maxEmailWaitMinutes = 15;

/** Whether email that could be sent waits for too long. */
export function isEmailLate({ delayedSince }: Pick<EmailHealth, "delayedSince">, now: Date): boolean {
  return delayedSince !== null && now.getTime() - delayedSince.getTime() > maxEmailWaitMinutes * 60_000;
}

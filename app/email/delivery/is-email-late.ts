import type { EmailHealth } from "#app/email/outbox/email-health.server.ts";
import { maxUnconfirmedMessagesPerHour } from "#app/platform/limits.ts";

/** Email is usually delivered within seconds. A busy or restarting mail server takes some minutes. */
export const maxEmailWaitMinutes = 15;

/** Whether email waits for too long. While the hourly limit of unconfirmed mailboxes is reached, waiting is expected. */
export function isEmailLate(
  { waitingSince, unconfirmedThisHour }: Pick<EmailHealth, "waitingSince" | "unconfirmedThisHour">,
  now: Date,
): boolean {
  if (waitingSince === null || unconfirmedThisHour >= maxUnconfirmedMessagesPerHour) return false;
  return now.getTime() - waitingSince.getTime() > maxEmailWaitMinutes * 60_000;
}

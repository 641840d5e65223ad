import type { SessionView } from "#app/identity/sessions/session-events.ts";

/** WCAG 2.2.1 requires at least 20 seconds. People who are reading or on the phone need longer. */
const warningMs = 5 * 60_000;

/** When to warn that a session ends, and whether it can be extended. The absolute end cannot. */
export function planSessionWarning({ expires_at, expires_in, idle_expires_at }: SessionView): {
  delayMs: number;
  isExtendable: boolean;
} {
  // The clock of the browser can be wrong.
  const serverTime = expires_at - expires_in;
  const endsInMs = (Math.min(expires_at, idle_expires_at) - serverTime) * 1_000;
  return { delayMs: Math.max(0, endsInMs - warningMs), isExtendable: idle_expires_at < expires_at };
}

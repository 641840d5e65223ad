import { systemClock } from "#app/platform/clock.ts";
import { limitLines } from "#app/platform/text/limit-lines.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** Lines per process and minute, because anonymous clients control their number. */
const maxRefusals = 300;

/** Longer reasons are truncated. */
const maxReasonLength = 200;

const limits = new WeakMap<Log, () => boolean>();

/**
 * Logs that a request was refused, without a stack, which would only show where. Further lines of a minute are counted and not logged.
 * @param refusal.error its message is logged, so it must not contain personal data
 */
export function logRefusal(
  log: Log,
  { error, ...fields }: { requestId: string | undefined; kind: string; status?: number; error?: unknown },
): void {
  const isLogged =
    limits.get(log) ??
    limitLines(systemClock, maxRefusals, (count) => log.info("request.refused_unlogged", { count }));
  limits.set(log, isLogged);
  if (!isLogged()) return;
  const reason = error instanceof Error ? { reason: error.message.slice(0, maxReasonLength) } : {};
  log.info("request.refused", { ...fields, ...reason });
}

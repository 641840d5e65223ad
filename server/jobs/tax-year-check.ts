import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import { findMissingFigures } from "#content/tax-facts.ts";

const dayMs = 86_400_000;

/**
 * Logs a warning if tax facts have no figures for the coming tax year. It repeats daily, because a server can run for months.
 * @param deps.find for tests
 */
export function startTaxYearCheck({
  clock,
  log,
  find = findMissingFigures,
}: {
  clock: Clock;
  log: Log;
  find?: (at: Date) => ReturnType<typeof findMissingFigures>;
}): { stop(): void } {
  const check = (): void => {
    const missing = find(clock.now());
    if (missing !== undefined) log.warn("content.tax_figures_missing", missing);
  };
  check();
  const timer = setInterval(check, dayMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

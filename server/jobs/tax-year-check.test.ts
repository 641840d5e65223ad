import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Log } from "#app/platform/log.server.ts";
import { latestTaxYear } from "#content/tax-facts.ts";
import { startTaxYearCheck } from "./tax-year-check.ts";

const clock = { now: () => new Date() };

function recordWarnings(): { log: Log; warnings: [string, unknown][] } {
  const warnings: [string, unknown][] = [];
  const ignore = (): void => {};
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (event: string, fields?: unknown) => void warnings.push([event, fields]),
  };
  return { log, warnings };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the check of the tax year", () => {
  it("warns at start if the year begins within 60 days without figures", () => {
    vi.setSystemTime(`${latestTaxYear}-11-15T12:00:00Z`);
    const { log, warnings } = recordWarnings();
    startTaxYearCheck({ clock, log }).stop();
    expect(warnings).toEqual([
      ["content.tax_figures_missing", expect.objectContaining({ taxYear: latestTaxYear + 1 })],
    ]);
  });

  it("is silent until then, warns on the first day, and repeats daily until it is stopped", () => {
    vi.setSystemTime(`${latestTaxYear}-11-01T12:00:00Z`);
    const { log, warnings } = recordWarnings();
    const check = startTaxYearCheck({ clock, log });
    expect(warnings).toHaveLength(0);
    vi.advanceTimersByTime(86_400_000);
    expect(warnings).toHaveLength(1);
    vi.advanceTimersByTime(86_400_000);
    expect(warnings).toHaveLength(2);
    check.stop();
    vi.advanceTimersByTime(10 * 86_400_000);
    expect(warnings).toHaveLength(2);
  });

  it("is silent when the figures are there", () => {
    vi.setSystemTime(`${latestTaxYear}-12-20T12:00:00Z`);
    const { log, warnings } = recordWarnings();
    startTaxYearCheck({ clock, log, find: () => undefined }).stop();
    expect(warnings).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { maxVisible, visibleMs } from "#app/ui/notifications.tsx";
import { heartbeatMs, connectTimeoutMs } from "#app/staff/live-updates/stream-path.ts";
import {
  cacheLifetimeMs,
  getRetryDelayMs,
  maxRetries,
} from "#app/staff/dashboard/dashboard-refresher.client.ts";
import { shownRows } from "#app/staff/dashboard/dashboard.messages.ts";
import { openAfterMs, skipDelayMs } from "#app/ui/tooltip.tsx";
import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { passwordLength } from "#app/identity/passwords/password-length.ts";

describe("specification sections 4, 7 and 9, constants of the staff area", () => {
  test.each([
    ["tables show 20 rows", shownRows, 20],
    ["tooltips open after 700 ms", openAfterMs, 700],
    ["the next tooltip opens immediately within 300 ms", skipDelayMs, 300],
    ["at most three notifications are visible", maxVisible, 3],
    ["three retries", maxRetries, 3],
    ["the first after 1 s", getRetryDelayMs(0), 1_000],
    ["none later than 30 s", getRetryDelayMs(9), 30_000],
    ["fetched data is cached for five minutes", cacheLifetimeMs, 300_000],
    ["a heartbeat every 25 s", heartbeatMs, 25_000],
    ["10 s to connect", connectTimeoutMs, 10_000],
    ["an event has 100 seats", defaultEventLengths.capacity, 100],
    ["and 45 minutes", defaultEventLengths.durationMinutes, 45],
    ["a password has 6 characters", passwordLength.chosenMinimum, 6],
  ])("%s", (_, value, specified) => {
    expect(value).toBe(specified);
  });

  test("a notification closes automatically after 4 to 5 seconds", () => {
    expect(visibleMs).toBeGreaterThanOrEqual(4_000);
    expect(visibleMs).toBeLessThanOrEqual(5_000);
  });
});

import { expect, test } from "@playwright/test";
import { queryRows } from "../kit/database.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("three key figures are one below the other on a phone, without an empty place", async ({ page }) => {
  await page.goto("/about");
  const labels = page.locator(".key-figures").first().locator("dt");
  const edges = await labels.evaluateAll((all) => all.map((label) => label.getBoundingClientRect().left));
  expect(edges).toHaveLength(3);
  expect(new Set(edges).size).toBe(1);
});

test("the times of the event fit into the ticket on a phone", async ({ page }) => {
  // Other tests add events, so the path must name one.
  const [event] = await queryRows<{ id: string }>(
    "select id from events where state = 'scheduled' and starts_at > now() order by starts_at limit 1",
  );
  await page.goto(`/linkedin-live-signup/registered/${event?.id}`);
  const excess = await page.locator(".event-pass dd > time").evaluate((time) => {
    const row = time.closest("dl")?.getBoundingClientRect().right ?? 0;
    return time.getBoundingClientRect().right - row;
  });
  expect(excess).toBeLessThanOrEqual(0);
});

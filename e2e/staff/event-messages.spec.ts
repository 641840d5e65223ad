import { expect } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a replay is written, previewed and sent, and every screen is accessible in both schemes @long", async ({
  page,
}) => {
  const [event] = await queryRows<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, seats_taken, last_place_number)
     values ('An event with a replay', '2026-01-15T18:00:00Z', 'America/Chicago', 45, 200, '{whitfield}', '{One}', 'https://live.example.com/x', 3, 3)
     returning id`,
  );
  const id = event?.id ?? "";
  await queryRows(
    `insert into linkedin_live_signups (name, email, event_id, state, place_number, attended)
     select 'Attendee ' || n, 'attendee' || n || '-' || $1 || '@example.com', $1::uuid, 'seat', n, n < 3 from generate_series(1, 3) as n`,
    [id],
  );
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}`);
  await page.getByRole("link", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "Choose a message" })).toBeVisible();
  await expectAccessibleAndFitting(page);
  await page.getByRole("link", { name: "Replay", exact: true }).click();
  await page.getByLabel("Attended").check();
  await page.getByLabel("Replay link").fill("https://bank.example@evil.example/");
  await expectAccessibleAndFitting(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Please enter a full address that starts with https://")).toBeVisible();
  await expect(page.getByLabel("Replay link")).toBeFocused();
  await page.getByLabel("Replay link").fill("https://live.example.com/replay");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Send to 2 people?" })).toBeVisible();
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "The replay is ready" })).toBeAttached();
  await expectAccessibleAndFitting(page);
  await page.reload();
  await expectNothingMoved(page);
  await page.getByRole("button", { name: "Send to 2" }).click();
  await expect(page.getByRole("status").filter({ hasText: "people" })).toBeFocused();
  await page.getByRole("link", { name: "Replay", exact: true }).click();
  await expect(page.getByRole("link", { name: "Show emails of this kind" })).toBeVisible();
  await expectAccessibleAndFitting(page);
});

import { expect, type Page } from "@playwright/test";
import { measureOverflow } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { sendAssessment } from "../kit/dashboard.ts";
import { getStaffNavigation, toggleSettings } from "../kit/settings-menu.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Far from now, because other tests use the next event. */
async function addEvent(): Promise<string> {
  const [event] = await queryRows<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url)
     values ('Focus', '2031-02-16T18:00:00Z', 'America/Chicago', 45, 200, '{whitfield}', '{One}', 'https://live.example.com/x')
     returning id`,
  );
  return event?.id ?? "";
}

/** Opens a screen and waits for hydration. Before it, links and forms load the whole page, which moves the focus. */
async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await toggleSettings(page);
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  await toggleSettings(page);
}

test("the heading has the focus on a new screen, and the result of a form or search on the same one", async ({
  page,
}) => {
  const event = await addEvent();
  await signInAs(page, "owner");
  await openHydrated(page, "/admin/events");
  await page.locator(`main a[href="/admin/events/${event}"]`).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Focus" })).toBeFocused();

  await openHydrated(page, `/admin/events/${event}`);
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill("nobody");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=/);
  await expect(page.locator("#main .outcome")).toBeFocused();

  await openHydrated(page, `/admin/events/${event}/guests`);
  await page.getByRole("textbox", { name: "Name" }).fill("A");
  await page.getByRole("textbox", { name: "Email" }).fill("a@example");
  await page
    .locator('form[data-draft="guest"]')
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByRole("textbox", { name: "Email" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveAttribute("aria-invalid", "true");
  // React focuses every new field with an error, and the last one would keep the focus.
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
});

test("a link within the page moves the focus to its target and keeps the errors of a form", async ({
  page,
}) => {
  const event = await addEvent();
  await signInAs(page, "staff");
  await openHydrated(page, `/admin/events/${event}`);
  await page.getByRole("link", { name: "Add guest" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Add guest" })).toBeFocused();
  const skip = page.getByRole("link", { name: "Skip to content" });
  await skip.press("Enter");
  await expect(page.locator("#main")).toBeFocused();

  const name = page.getByRole("textbox", { name: "Name" });
  await page
    .locator('form[data-draft="guest"]')
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await name.press("Enter");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await skip.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
});

test("a session can be extended before it ends without use", async ({ page }) => {
  const account = await signInAs(page, "staff");
  await openHydrated(page, "/admin/people");
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill("half of a na");
  await queryRows(
    `update staff_sessions set last_used_at = now() - interval '56 minutes'
     where user_id = (select id from staff_users where email = $1)`,
    [account],
  );
  await page.evaluate(() => new BroadcastChannel("session").postMessage("changed"));
  const warning = page.getByRole("alert").filter({ hasText: "You’ll be signed out within 5 minutes" });
  await expect(warning).toBeVisible();
  await expect(search).toBeFocused();
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("half of a na");
  const [session] = await queryRows<{ isExtended: boolean }>(
    `select last_used_at > now() - interval '5 minutes' as "isExtended" from staff_sessions
     where user_id = (select id from staff_users where email = $1)`,
    [account],
  );
  expect(session).toEqual({ isExtended: true });
});

test("new rows leave the focus when the tab becomes visible again", async ({ page, request }) => {
  await sendAssessment(request);
  await signInAs(page, "staff");
  await openHydrated(page, "/admin/assessments");
  const search = page.getByRole("searchbox", { name: "Search", exact: true });
  await search.fill("half of a na");
  const { email } = await sendAssessment(request);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("half of a na");
});

test("a menu closes with Escape and when the focus leaves it", async ({ page }) => {
  await signInAs(page, "owner");
  await openHydrated(page, "/admin/people");
  const summary = getStaffNavigation(page).locator("summary");
  const link = getStaffNavigation(page).getByRole("link", { name: "Team" });
  await summary.press("Enter");
  await link.focus();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.press("Enter");
  await expect(link).toBeVisible();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).press("Enter");
  await page.getByRole("button", { name: "Close" }).press("Enter");
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox", { name: "Search people" })).toBeFocused();
  await expect(link).toBeHidden();
});

for (const [width, height] of [
  [320, 256],
  [683, 384],
  [640, 512],
] as const) {
  const runs = width === 320 ? "" : " @long";
  test(`the menu can be reached in a window of ${width} by ${height} pixels, as at high zoom${runs}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signInAs(page, "owner");
    await page.goto("/admin/people");
    expect(await measureOverflow(page)).toBe(0);
    await toggleSettings(page);
    const links = getStaffNavigation(page).locator(".settings").getByRole("link");
    for (const link of [links.first(), links.last()]) {
      await link.scrollIntoViewIfNeeded();
      await expect(link).toBeInViewport({ ratio: 0.9 });
      await link.click({ trial: true });
    }
    expect(await measureOverflow(page)).toBe(0);
  });
}

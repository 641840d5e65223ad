import { expect } from "@playwright/test";
import { openDashboard, openLiveDashboard, getSection, sendAssessment } from "../kit/dashboard.ts";
import { test } from "../kit/test.ts";

test("the keyboard reaches all controls in reading order, with a visible focus", async ({
  page,
  request,
}) => {
  const lead = await sendAssessment(request);
  await openLiveDashboard(page, "owner");
  const reached: string[] = [];
  for (let steps = 0; steps < 26; steps += 1) {
    await page.keyboard.press("Tab");
    const { name, isSeen } = await page.evaluate(() => {
      const element = document.activeElement;
      const style = element === null ? undefined : getComputedStyle(element);
      return {
        name: element?.getAttribute("aria-labelledby") ?? element?.textContent?.trim() ?? "",
        isSeen: style?.outlineStyle !== "none" || style.boxShadow !== "none",
      };
    });
    expect(isSeen, name).toBe(true);
    reached.push(name);
  }
  const order = [
    "Skip to content",
    "People",
    "Dashboard",
    // Two names, of which each width hides one.
    "SettingsMore",
    "Sign Out",
    "View all of Pre-LOI Assessments",
    "Export CSV of assessments",
    "Skip the assessments",
    lead.name,
  ];
  expect(reached.filter((name) => order.includes(name)).slice(0, order.length)).toEqual(order);
});

test("a link skips the rows of a table on the dashboard and on a list @long", async ({ page, request }) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "owner");
  for (const path of ["/admin", "/admin/assessments"]) {
    await page.goto(path);
    const past = page.getByRole("link", { name: "Skip the assessments" });
    await past.focus();
    await expect(past).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByText("End of the assessments")).toBeFocused();
    await expect(page.getByText("End of the assessments")).toBeInViewport();
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("table"))).toBeNull();
  }
});

test("every export button has an accessible name that says what it exports @long", async ({ page }) => {
  await openDashboard(page, "owner");
  for (const rows of ["assessments", "signups", "visitors", "tracking events"]) {
    await expect(page.getByRole("button", { name: `Export CSV of ${rows}`, exact: true })).toBeVisible();
  }
  await page.goto("/admin/visitors");
  await expect(page.getByRole("heading", { level: 2, name: "Visitors" })).toBeAttached();
  await expect(page.getByRole("button", { name: "Raw CSV of visitors", exact: true })).toBeVisible();
});

test("a tooltip opens immediately for the keyboard and after 700 ms for the pointer, and Escape closes it @long", async ({
  page,
  request,
}) => {
  const lead = await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  // New leads of other tests would appear above and move the target.
  await page.route("**/api/dashboard", () => undefined);
  const tooltip = page.getByRole("tooltip");
  const section = getSection(page, "Pre-LOI Assessments");
  const date = section.getByRole("row").filter({ hasText: lead.email }).getByRole("button").last();
  await date.focus();
  await expect(tooltip).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M C[SD]T$/);
  await expect(date).toHaveAccessibleDescription(/C[SD]T$/);
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);

  // Specification section 4: 700 ms, or immediately if another tooltip was open within the last 300 ms.
  await page.waitForTimeout(400);
  const badge = section.getByRole("button", { name: "Making Progress" }).first();
  const hoveredAt = Date.now();
  await badge.hover();
  await expect(tooltip).toContainText("11 to 16 of 21");
  expect(Date.now() - hoveredAt).toBeGreaterThanOrEqual(650);
  const { x = 0, y = 0 } = (await date.boundingBox()) ?? {};
  // The pointer moves gradually. The gap between a word and its tooltip belongs to both.
  await page.mouse.move(x + 5, y + 5, { steps: 10 });
  await expect(tooltip).toHaveText(/C[SD]T$/);
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("a tap on a date shows the exact time @long", async ({ page, request }) => {
    const lead = await sendAssessment(request);
    await openLiveDashboard(page, "staff");
    const row = getSection(page, "Pre-LOI Assessments").getByRole("row").filter({ hasText: lead.email });
    await row.getByRole("button").last().tap();
    await expect(page.getByRole("tooltip")).toHaveText(/C[SD]T$/);
  });
});

test("a focused notification stays open, and Escape closes it and restores the focus @long", async ({
  page,
  request,
}) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  const button = page.getByRole("button", { name: "Export CSV" }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  const notice = page.getByText("Export Successful");
  await expect(notice).toBeVisible();
  await expect(page.getByText(/^Exported \d+ assessment records to CSV\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).focus();
  // It would have closed after five seconds.
  await page.waitForTimeout(6_000);
  await expect(notice).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(notice).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("at most three notifications are visible at the same time, and each closes automatically @long", async ({
  page,
  request,
}) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  const button = page.getByRole("button", { name: "Export CSV" }).first();
  for (let times = 0; times < 4; times += 1) {
    const saved = page.waitForEvent("download");
    await button.click();
    await saved;
  }
  const notices = page.getByText("Export Successful");
  await expect(notices).toHaveCount(3);
  await expect(notices).toHaveCount(0, { timeout: 8_000 });
});

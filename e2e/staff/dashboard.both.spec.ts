import { expect, type Page } from "@playwright/test";
import { expectAccessibleAtBothWidths, expectNothingMoved } from "../kit/accessibility.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import {
  expectLive,
  openDashboard,
  openLiveDashboard,
  getSection,
  sendAssessment,
  showInstead,
} from "../kit/dashboard.ts";
import { getStaffNavigation, toggleSettings } from "../kit/settings-menu.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const sections = [
  { name: "Pre-LOI Assessments", empty: "No assessments found." },
  { name: "LinkedIn Live Signups", empty: "No LinkedIn Live signups found." },
  {
    name: "Website Visitors",
    empty: "No visitor data found. Visitor tracking is ready but no data has been captured yet.",
  },
  { name: "Tracking Data", empty: "No recent tracking events available." },
];

test("the dashboard is accessible in both schemes, fits the screen and violates no rule of its security policy", async ({
  page,
  request,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const lead = await sendAssessment(request);
  // New leads of other tests would appear and move the content below them.
  await page.route("/api/stream", (route) => route.abort());
  await openDashboard(page, "owner");
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await expectNothingMoved(page);
  await page.unroute("/api/stream");
  await expectLive(page);
  await expect(getSection(page, "Pre-LOI Assessments")).toContainText(lead.name);
  await expectAccessibleAtBothWidths(page);

  const badge = page.getByRole("button", { name: "Making Progress" }).first();
  // A lead of another test can replace the focused row.
  await expect(async () => {
    await badge.blur();
    await badge.focus();
    await expect(page.getByRole("tooltip")).toHaveText(/^Making Progress, 11 to 16 of 21: /, {
      timeout: 2_000,
    });
  }).toPass();
  await expectAccessibleAndFitting(page);
  expect(refused).toEqual([]);
});

test("an empty section says so and has no export button @long", async ({ page }) => {
  const nothing = { rows: [], hasMore: false, isMissing: false };
  await showInstead(page, (view) => ({
    ...view,
    assessments: nothing,
    signups: nothing,
    visitors: nothing,
    tracking: nothing,
  }));
  await openDashboard(page, "staff");
  for (const { name, empty } of sections) {
    const section = getSection(page, name);
    await expect(section).toContainText(empty);
    await expect(section.getByRole("button", { name: "Export CSV" })).toBeDisabled();
    await expect(section.getByRole("link", { name: `View all of ${name}` })).toBeVisible();
  }
  await expectAccessibleAtBothWidths(page);
});

test("a section that could not be loaded says so and does not affect the others @any-width @long", async ({
  page,
  request,
}) => {
  const missing = { rows: [], hasMore: false, isMissing: true };
  await showInstead(page, (view) => ({ ...view, signups: missing, visitors: missing, tracking: missing }));
  const lead = await sendAssessment(request);
  await openDashboard(page, "staff");
  for (const [index, what] of ["signups", "visitors", "events"].entries()) {
    const section = getSection(page, sections[index + 1]?.name ?? "");
    await expect(section).toContainText(`The ${what} could not be loaded.`);
    await expect(section.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  }
  await expect(getSection(page, "Pre-LOI Assessments")).toContainText(lead.name);
});

test("a section shows that it is loading, and export is disabled @any-width @long", async ({
  page,
  request,
}) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  let release = (): void => undefined;
  await page.route("/admin.data*", async (route) => {
    await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  // Simulates a return to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const section = getSection(page, "Pre-LOI Assessments");
  await expect(section).toContainText("Loading assessment data...");
  await expect(section.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  release();
  await expect(section.getByText("Loading assessment data...")).toHaveCount(0);
  await expect(section.getByRole("button", { name: "Export CSV" })).toBeEnabled();
});

test("a navigation to the dashboard shows that it is loading @long", async ({ page }) => {
  await signInAs(page, "staff");
  await page.goto("/admin/account");
  // Before hydration, the link performs a full page load.
  await expect(page.getByRole("button", { name: /^Show/ }).first()).toBeVisible();
  const dashboard = await holdRequests(page, "/admin.data*");
  await followScreen(page, "Dashboard");
  const loading = page.getByText("Loading assessment data...");
  await expect(loading).toBeVisible();
  // The open menu must not cover the message.
  await loading.click({ trial: true });
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  dashboard.release();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test("a navigation away from the dashboard does not show that it is loading @any-width @long", async ({
  page,
  request,
}) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  const account = await holdRequests(page, "/admin/account.data*");
  const asked = page.waitForRequest("**/admin/account.data*");
  await followScreen(page, "Account");
  await asked;
  const section = getSection(page, "Pre-LOI Assessments");
  await expect(section.getByRole("button", { name: "Export CSV" })).toBeEnabled();
  await expect(page.getByText("Loading assessment data...")).toHaveCount(0);
  account.release();
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeVisible();
});

test("without scripting, the dashboard is complete, with exact times and descriptions of the levels @long", async ({
  page,
  request,
  browser,
  viewport,
}) => {
  const lead = await sendAssessment(request);
  await openDashboard(page, "staff");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    viewport,
  });
  const bare = await plain.newPage();
  await bare.goto("/admin");
  for (const { name } of sections) await expect(bare.getByRole("heading", { name })).toBeVisible();
  const row = bare.getByRole("row").filter({ hasText: lead.email }).first();
  await expect(row.getByTitle(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M C[SD]T$/)).toBeVisible();
  await expect(row.getByTitle(/^Making Progress, 11 to 16 of 21/)).toBeVisible();
  await expect(bare.getByText("Live", { exact: true })).toHaveCount(0);
  await toggleSettings(bare);
  await bare.getByRole("link", { name: "Account" }).click();
  await expect(bare.getByRole("heading", { name: "Your Account" })).toBeVisible();
  await plain.close();
});

test("the staff header links to the screens of the role and marks the current one @phone", async ({
  page,
}) => {
  await openDashboard(page, "staff");
  const nav = getStaffNavigation(page);
  const isNarrow = (page.viewportSize()?.width ?? 0) < 1024;
  // The bar of narrow screens has room for four of them.
  const bar = ["Today", "People", "Events", "Sources"];
  const others = ["Record", "Content", "Dashboard"];
  await expect(nav.getByRole("link")).toHaveText(isNarrow ? bar : [...bar, ...others]);
  await toggleSettings(page);
  await expect(nav.getByRole("listitem").getByRole("listitem").getByRole("link")).toHaveText([
    ...(isNarrow ? others : []),
    "Incidents",
    "Email",
    "Quarantine",
    "Integrations",
    "Health",
    "Account",
  ]);
  await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await expectAccessibleAtBothWidths(page);
  await nav.getByRole("link", { name: "Account" }).click();
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeVisible();
  // The menu closes automatically.
  await expect(nav.getByRole("link", { name: "Account" })).toBeHidden();
  await toggleSettings(page);
  await expect(nav.getByRole("link", { name: "Account" })).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link", { name: "Dashboard" })).not.toHaveAttribute("aria-current");
});

const settings = ["Email", "Quarantine", "Team", "Audit log", "Health", "Account"];

/** Clicks a link in the staff navigation. The settings are a menu, which contains other screens too if the bar has no room for them. */
async function followScreen(page: Page, name: string): Promise<void> {
  const link = getStaffNavigation(page).getByRole("link", { name });
  if (settings.includes(name) || !(await link.isVisible())) await toggleSettings(page);
  await link.click();
}

/** Blocks requests to a URL until the test releases them. */
async function holdRequests(page: Page, address: string): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: () => resolve(undefined) };
}

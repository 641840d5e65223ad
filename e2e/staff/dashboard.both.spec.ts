import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNothingMoved } from "../kit/accessibility.ts";
import { expectWellMade } from "../kit/desk.ts";
import {
  expectLive,
  openDashboard,
  openLiveDashboard,
  sectionOf,
  sendAssessment,
  showInstead,
} from "../kit/dashboard.ts";
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

test("the dashboard is accessible in both schemes, fits the screen, and breaks no rule of its security policy", async ({
  page,
  request,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const lead = await sendAssessment(request);
  // Leads of other tests would come in between, and move what is below them.
  await page.route("/api/stream", (route) => route.abort());
  await openDashboard(page, "owner");
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await expectNothingMoved(page);
  await page.unroute("/api/stream");
  await expectLive(page);
  await expect(sectionOf(page, "Pre-LOI Assessments")).toContainText(lead.name);
  await expectAccessible(page);

  const badge = page.getByRole("button", { name: "Making Progress" }).first();
  // A lead of another test can replace the row under the focus.
  await expect(async () => {
    await badge.blur();
    await badge.focus();
    await expect(page.getByRole("tooltip")).toHaveText(/^Making Progress, 11 to 16 of 21: /, {
      timeout: 2_000,
    });
  }).toPass();
  await expectWellMade(page);
  expect(refused).toEqual([]);
});

test("every section says that it is empty, and then has nothing to export", async ({ page }) => {
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
    const section = sectionOf(page, name);
    await expect(section).toContainText(empty);
    await expect(section.getByRole("button", { name: "Export CSV" })).toBeDisabled();
    await expect(section.getByRole("link", { name: `View all of ${name}` })).toBeVisible();
  }
  await expectAccessible(page);
});

test("what could not be loaded is not taken for nothing, and leaves the rest as it is", async ({
  page,
  request,
}) => {
  const missing = { rows: [], hasMore: false, isMissing: true };
  await showInstead(page, (view) => ({ ...view, signups: missing, visitors: missing, tracking: missing }));
  const lead = await sendAssessment(request);
  await openDashboard(page, "staff");
  for (const [index, what] of ["signups", "visitors", "events"].entries()) {
    const section = sectionOf(page, sections[index + 1]?.name ?? "");
    await expect(section).toContainText(`The ${what} could not be loaded.`);
    await expect(section.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  }
  await expect(sectionOf(page, "Pre-LOI Assessments")).toContainText(lead.name);
});

test("while it is loaded it says so, and nothing can be exported", async ({ page, request }) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  let goOn = (): void => undefined;
  await page.route("/admin.data*", async (route) => {
    await new Promise<void>((resolve) => (goOn = resolve));
    await route.continue();
  });
  // Somebody comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const section = sectionOf(page, "Pre-LOI Assessments");
  await expect(section).toContainText("Loading assessment data...");
  await expect(section.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  goOn();
  await expect(section.getByText("Loading assessment data...")).toHaveCount(0);
  await expect(section.getByRole("button", { name: "Export CSV" })).toBeEnabled();
});

test("a navigation to the dashboard shows that it is loading", async ({ page }) => {
  await signInAs(page, "staff");
  await page.goto("/admin/account");
  // Before hydration, the link performs a full page load.
  await expect(page.getByRole("button", { name: /^Show/ }).first()).toBeVisible();
  const dashboard = await holdBack(page, "/admin.data*");
  await followScreen(page, "Dashboard");
  const loading = page.getByText("Loading assessment data...");
  await expect(loading).toBeVisible();
  // The open menu must not cover the message.
  await loading.click({ trial: true });
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeVisible();
  await expectAccessible(page);
  dashboard.goOn();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test("a navigation away from the dashboard does not show that it is loading", async ({ page, request }) => {
  await sendAssessment(request);
  await openLiveDashboard(page, "staff");
  const account = await holdBack(page, "/admin/account.data*");
  const asked = page.waitForRequest("**/admin/account.data*");
  await followScreen(page, "Account");
  await asked;
  const section = sectionOf(page, "Pre-LOI Assessments");
  await expect(section.getByRole("button", { name: "Export CSV" })).toBeEnabled();
  await expect(page.getByText("Loading assessment data...")).toHaveCount(0);
  account.goOn();
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeVisible();
});

test("without scripting everything is there, with the exact times and the meaning of levels", async ({
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
  if (viewport?.width === 390) await bare.getByText("Menu").click();
  await bare.getByRole("link", { name: "Account" }).click();
  await expect(bare.getByRole("heading", { name: "Your Account" })).toBeVisible();
  await plain.close();
});

test("the head of the desk leads to the screens that the role opens, and marks where one is", async ({
  page,
  viewport,
}) => {
  await openDashboard(page, "staff");
  const isNarrow = viewport?.width === 390;
  const nav = page.getByRole("navigation", { name: "Staff area" });
  if (isNarrow) await nav.getByText("Menu").click();
  await expect(nav.getByRole("link")).toHaveText([
    "Dashboard",
    "People",
    "Events",
    "Letters",
    "Quarantine",
    "Health",
    "Account",
  ]);
  await expect(nav.getByRole("link", { name: "Dashboard" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await nav.getByRole("link", { name: "Account" }).click();
  await expect(page.getByRole("heading", { name: "Your Account" })).toBeVisible();
  // The menu has closed itself.
  if (isNarrow) await expect(nav.getByRole("link", { name: "Account" })).toBeHidden();
  if (isNarrow) await nav.getByText("Menu").click();
  await expect(nav.getByRole("link", { name: "Account" })).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link", { name: "Dashboard" })).not.toHaveAttribute("aria-current");
});

/** Clicks a link in the staff navigation, which is a menu on narrow screens. */
async function followScreen(page: Page, name: string): Promise<void> {
  const nav = page.getByRole("navigation", { name: "Staff area" });
  if (page.viewportSize()?.width === 390) await nav.getByText("Menu").click();
  await nav.getByRole("link", { name }).click();
}

/** Blocks requests to a URL until the test releases them. */
async function holdBack(page: Page, address: string): Promise<{ goOn: () => void }> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return { goOn: () => resolve(undefined) };
}
